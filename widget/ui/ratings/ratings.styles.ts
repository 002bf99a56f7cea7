import { css } from '../shell/css.ts';

/** Thumbs, and the form for a comment. */
export const ratingsStyles = css`
  .rating {
    display: flex;
    gap: 2px;
    margin-block-start: 4px;
    margin-inline-start: -9px;
  }
  .panel .thumb {
    width: 36px;
    height: 36px;
  }
  .thumb .icon {
    width: 18px;
    height: 18px;
  }
  .thumb.down .icon {
    transform: scale(-1);
  }
  .panel .thumb[aria-pressed='true'] {
    color: var(--_cf-ai-chat-accent-text);
  }
  .thumb[aria-pressed='true'] path {
    fill: currentColor;
    fill-opacity: 0.25;
  }
  .panel .thumb:disabled {
    cursor: default;
  }
  .thumb:disabled:not([aria-pressed='true']) {
    opacity: 0.4;
  }
  .message.assistant .note.failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    color: var(--_cf-ai-chat-danger);
  }
  .comment {
    width: 100%;
    margin-block-start: 8px;
  }
  .comment label {
    display: block;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .panel .comment textarea {
    display: block;
    width: 100%;
    min-height: 64px;
    margin-block-start: 4px;
    padding: 8px 12px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 12px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: 16px;
    line-height: 1.4;
    resize: vertical;
  }
  .comment .actions {
    margin-block-start: 8px;
  }
  @media (forced-colors: active) {
    .thumb[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
