import { css } from '../base/css.ts';

/** The text box, its button, and the rows above them. */
export const composerStyles = css`
  /* The box around it shows the focus. */
  .panel .input:focus-visible {
    outline: none;
    box-shadow: none;
  }
  .composer {
    position: relative;
    display: flex;
    align-items: flex-end;
    flex: none;
    width: calc(100% - 32px);
    max-width: 728px;
    margin: 4px auto 0;
    padding: 5px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 24px;
    background: var(--_cf-ai-chat-surface);
  }
  .composer:is(:hover, :focus-within) {
    border-color: var(--_cf-ai-chat-field-line);
  }
  .composer[data-keyboard]:has(.input:focus) {
    border-color: var(--_cf-ai-chat-accent-text);
    box-shadow: 0 0 0 2px var(--_cf-ai-chat-accent-text);
  }
  .panel .input {
    flex: 1;
    min-width: 0;
    min-height: 38px;
    max-height: 168px;
    margin: 0;
    padding: 7px 10px;
    /* Below 16px, iOS zooms the page when the box gets focus. */
    font-size: max(16px, 1em);
    line-height: 1.5;
    resize: none;
    field-sizing: content;
  }
  /* More than may be sent: its height is known, and need not be measured at each key. With a direction for each of its lines,
     as dir=auto has it, Chromium lays all of it out for each key. */
  .panel .input.long {
    height: 168px;
    field-sizing: fixed;
    unicode-bidi: isolate;
  }
  .input::placeholder {
    color: var(--_cf-ai-chat-muted);
    opacity: 1;
  }
  .count {
    position: absolute;
    inset-block-start: -22px;
    inset-inline-end: 10px;
    padding: 1px 8px;
    border-radius: 10px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-muted);
    font-size: 12px;
    /* Between the suggestions and the focus ring. */
    line-height: 1.4;
    font-variant-numeric: tabular-nums;
  }
  .count.over {
    color: var(--_cf-ai-chat-danger);
    font-weight: 650;
  }
  .panel .send {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: 38px;
    height: 38px;
    border-radius: 50%;
    background: var(--_cf-ai-chat-accent);
    box-shadow: inset 0 0 0 1px var(--_cf-ai-chat-accent-line, transparent);
    color: var(--_cf-ai-chat-on-accent);
    touch-action: manipulation;
  }
  /* In the middle of a line that is higher than 24 px. */
  .composer button {
    margin-block-end: calc(0.75 * max(16px, 1em) - 12px);
  }
  /* The target is 44 px, the drawing 38. */
  .send::after {
    content: '';
    position: absolute;
    inset: -3px;
  }
  .panel .send[aria-disabled='true'] {
    background: var(--_cf-ai-chat-hover);
    box-shadow: none;
    color: var(--_cf-ai-chat-muted);
    cursor: default;
  }
  /* While the page keeps the visitor from asking. */
  .composer:has(.input:disabled),
  .suggestion:disabled {
    opacity: 0.5;
  }
  /* A row above the composer. */
  .hint {
    flex: none;
    width: calc(100% - 32px);
    max-width: 728px;
    margin: 0 auto;
    padding: 4px 10px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    line-height: 1.4;
  }
  @media (forced-colors: active) {
    .composer:focus-within {
      outline: 2px solid Highlight;
    }
    .panel .send {
      border: 1px solid;
    }
    .panel .send[aria-disabled='true'] {
      color: GrayText;
    }
  }
`;
