import { css } from './css.ts';

/**
 * Shadows at the sides of a box where it can be scrolled further. Covers in the colour of the box scroll with its content
 * and lie over the shadows at both ends: no script looks at the position. `--_cf-ai-chat-box` is the colour.
 */
export const scrollEdges = css`
  background:
    linear-gradient(90deg, var(--_cf-ai-chat-box) 50%, transparent) 0 0 / 32px 100% no-repeat local,
    linear-gradient(270deg, var(--_cf-ai-chat-box) 50%, transparent) 100% 0 / 32px 100% no-repeat local,
    linear-gradient(90deg, var(--_cf-ai-chat-shade), transparent) 0 0 / 9px 100% no-repeat,
    linear-gradient(270deg, var(--_cf-ai-chat-shade), transparent) 100% 0 / 9px 100% no-repeat;
`;
