import { css } from '../shell/css.ts';

/** The scrolling list of messages, the greeting, and the row that says what went wrong. */
export const transcriptStyles = css`
  .scroll-area {
    position: relative;
    display: flex;
    flex: 1;
    min-height: 0;
  }
  .transcript {
    flex: 1;
    min-width: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .content {
    display: flex;
    flex-direction: column;
    min-height: 100%;
    max-width: 760px;
    margin-inline: auto;
    padding: 18px;
  }
  .messages {
    display: flex;
    flex-direction: column;
    gap: 18px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .empty {
    display: flex;
    flex-direction: column;
    flex: 1;
    justify-content: space-between;
    gap: 24px;
  }
  .content > slot[name='empty'] {
    display: flex;
    flex: 1;
  }
  .greeting {
    font-size: 20px;
    line-height: 1.4;
  }
  .suggestions {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suggestion {
    min-height: 44px;
    padding: 9px 16px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 22px;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .suggestion:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .error {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 10px;
    margin-block-start: 18px;
    padding: 12px 14px;
    border: 1px solid transparent;
    border-radius: 12px;
    background: var(--_cf-ai-chat-danger-surface);
    color: var(--_cf-ai-chat-danger);
  }
  .error p {
    margin: 0;
    align-self: center;
  }
  .error .actions {
    grid-column: 2;
    margin-block-start: 6px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-block-start: 12px;
  }
  .panel .action {
    display: inline-grid;
    place-items: center;
    min-height: 36px;
    padding: 5px 16px;
    border: 1px solid var(--_cf-ai-chat-field-line);
    border-radius: 18px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    font-weight: 550;
    text-decoration: none;
    cursor: pointer;
  }
  .action:hover {
    background: var(--_cf-ai-chat-hover);
  }
  .messages + .typing {
    margin-block-start: 18px;
  }
  .latest {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-start: calc(50% - 22px);
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 50%;
    background: var(--_cf-ai-chat-surface);
    cursor: pointer;
  }
`;
