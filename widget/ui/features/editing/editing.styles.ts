import { css } from '../../base/css.ts';

/** Styles of a question that is being edited. */
export const editingStyles = css`
  .edit {
    width: 100%;
    /* For the ring of the focus. */
    scroll-margin: 10px;
  }
  .panel .edit textarea {
    display: block;
    width: 100%;
    min-height: 44px;
    max-height: 240px;
    padding: 9px 14px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 18px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: max(16px, 1em);
    line-height: 1.5;
    resize: none;
    field-sizing: content;
  }
  .edit .actions {
    justify-content: flex-end;
    margin-block-start: 8px;
  }
  .panel .action.primary {
    border-color: var(--_cf-ai-chat-accent-line, transparent);
    background: var(--_cf-ai-chat-accent);
    color: var(--_cf-ai-chat-on-accent);
  }
`;
