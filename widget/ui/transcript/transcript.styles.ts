import { css } from '../shell/css.ts';

/** The scrolling list of messages: bubbles, greeting, sources, errors. Logical properties only, as everywhere. */
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
  .message {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    min-width: 0;
  }
  .message > * {
    max-width: 100%;
  }
  .message > .markdown {
    width: 100%;
  }
  .message.user {
    align-items: flex-end;
  }
  .bubble {
    max-width: 85%;
    padding: 9px 14px;
    border-radius: 18px;
    border-end-end-radius: 6px;
    background: var(--_bubble);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .message.failed .bubble {
    background: none;
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  .note {
    margin: 6px 0 0;
    color: var(--_muted);
    font-size: 13px;
  }
  .message.failed .note {
    color: var(--_danger);
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
    border: 1px solid var(--_line);
    border-radius: 22px;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .suggestion:hover {
    background: var(--_hover);
  }

  .sources {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 10px 0 0;
    padding: 0;
    list-style: none;
  }
  .sources li {
    display: flex;
    min-width: 0;
    max-width: 100%;
  }
  .source {
    display: flex;
    align-items: center;
    gap: 7px;
    min-width: 0;
    min-height: 28px;
    padding-block: 3px;
    padding-inline: 4px 11px;
    border: 1px solid var(--_line);
    border-radius: 14px;
    color: var(--_muted);
    font-size: 13px;
    line-height: 1.3;
    text-decoration: none;
  }
  a.source:hover {
    border-color: var(--_field-line);
    color: var(--_text);
  }
  .source .number {
    flex: none;
    min-width: 20px;
    padding-inline: 5px;
    border-radius: 10px;
    background: var(--_hover);
    color: var(--_text);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    line-height: 20px;
    text-align: center;
  }
  .source .title {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .error {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 4px 10px;
    margin-block-start: 18px;
    padding: 12px 14px;
    border: 1px solid transparent;
    border-radius: 12px;
    background: var(--_danger-surface);
    color: var(--_danger);
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
    border: 1px solid var(--_field-line);
    border-radius: 18px;
    background: var(--_surface);
    color: var(--_text);
    font-weight: 550;
    text-decoration: none;
    cursor: pointer;
  }
  .action:hover {
    background: var(--_hover);
  }

  .typing {
    display: inline-flex;
    gap: 5px;
    padding: 9px 2px;
  }
  .messages + .typing {
    margin-block-start: 12px;
  }
  .typing i {
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--_muted);
    animation: typing 1.2s infinite ease-in-out;
  }
  .typing i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .typing i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes typing {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
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
    border: 1px solid var(--_line);
    border-radius: 50%;
    background: var(--_surface);
    cursor: pointer;
  }
`;
