import { css } from '../../base/css.ts';

/** Styles of the box that asks for consent, and of the line after consent was withdrawn. */
export const consentStyles = css`
  .consent {
    flex: none;
    width: calc(100% - 32px);
    max-width: 728px;
    max-height: 50%;
    margin: 4px auto;
    padding: 12px 14px;
    overflow: auto;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
    font-size: 14px;
    line-height: 1.45;
  }
  /* Has focus so that it is read out; the keyboard goes to its controls. */
  .consent:focus {
    outline: none;
  }
  /* Little has been said so far. */
  .short:has(.consent) .scroll-area {
    min-height: 0;
  }
  .short .consent {
    flex: 0 1 auto;
    max-height: none;
  }
  .consent p {
    margin: 0;
  }
  .consent a {
    color: inherit;
  }
  .consent-choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    /* In view, whatever of the text is. */
    position: sticky;
    inset-block-end: -12px;
    margin-block-end: -12px;
    padding-block: 10px 12px;
    background: var(--_cf-ai-chat-surface);
  }
  .panel .consent .action.agree {
    border-color: var(--_cf-ai-chat-accent-line, transparent);
    background: var(--_cf-ai-chat-accent);
    color: var(--_cf-ai-chat-on-accent);
  }
  @media print {
    .consent {
      display: none;
    }
  }
`;
