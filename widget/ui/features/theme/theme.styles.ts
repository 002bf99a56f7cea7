import { css } from '../../base/css.ts';

/** Fires `transitionrun` when the page gives a token another value. */
export const themeStyles = css`
  .panel {
    transition-property:
      --cf-ai-chat-surface-color, --cf-ai-chat-text-color, --cf-ai-chat-muted-color, --cf-ai-chat-line-color,
      --cf-ai-chat-header-background, --cf-ai-chat-header-color, --cf-ai-chat-bubble-background,
      --cf-ai-chat-bubble-color, --cf-ai-chat-code-background, --cf-ai-chat-accent-color;
    transition-duration: 1ms;
    transition-behavior: allow-discrete;
  }
`;
