import { css } from './css.ts';

/**
 * Shows shadows at the sides of a box that can be scrolled further. Covers in the box's colour `--_cf-ai-chat-box` scroll with
 * the content and hide the shadow at either end. So no script has to watch the scroll position.
 */
export const scrollEdges = css`
  background:
    linear-gradient(90deg, var(--_cf-ai-chat-box) 50%, transparent) 0 0 / 32px 100% no-repeat local,
    linear-gradient(270deg, var(--_cf-ai-chat-box) 50%, transparent) 100% 0 / 32px 100% no-repeat local,
    linear-gradient(90deg, var(--_cf-ai-chat-shade), transparent) 0 0 / 9px 100% no-repeat,
    linear-gradient(270deg, var(--_cf-ai-chat-shade), transparent) 100% 0 / 9px 100% no-repeat;
`;
