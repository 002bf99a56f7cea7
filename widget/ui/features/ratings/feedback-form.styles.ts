import { css } from '../../base/css.ts';

/** Styles of the form after a bad rating. */
export const feedbackFormStyles = css`
  .comment {
    width: 100%;
    margin: 2px 0 8px;
    padding: 12px 14px 14px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
  }
  .comment fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .comment legend {
    margin: 0;
    padding: 0 0 8px;
    font-weight: 600;
  }
  .panel .reason {
    min-height: 32px;
    padding: 4px 13px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 16px;
    font-size: 14px;
  }
  .reason:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .panel .reason[aria-pressed='true'] {
    border-color: transparent;
    background: var(--_cf-ai-chat-text);
    color: var(--_cf-ai-chat-surface);
  }
  .comment label {
    display: block;
    margin-block-start: 12px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .panel .comment textarea {
    display: block;
    width: 100%;
    min-height: 44px;
    margin-block-start: 4px;
    padding: 8px 12px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 12px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: 16px;
    line-height: 1.4;
    resize: none;
    field-sizing: content;
  }
  /* Three on one row of a phone, in all languages but two. */
  .comment .actions {
    gap: 4px;
    margin-block-start: 10px;
  }
  .panel .comment .action {
    padding-inline: 14px;
  }
  .panel .comment .plain {
    padding-inline: 5px;
    border-color: transparent;
    background: none;
    color: var(--_cf-ai-chat-muted);
    font-weight: 400;
  }
  .feedback-failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    margin: 2px 0 8px;
    color: var(--_cf-ai-chat-danger);
    font-size: 13px;
  }
  @media (pointer: coarse) {
    .panel .reason {
      min-height: 44px;
      border-radius: 22px;
    }
  }
  @media (forced-colors: active) {
    .panel .reason[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
