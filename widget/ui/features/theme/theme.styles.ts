import { css } from '../../base/css.ts';

/** Styles that fire `transitionrun` when the page changes one of these custom properties. */
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
