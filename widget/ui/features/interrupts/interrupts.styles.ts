import { css } from '../../base/css.ts';

/** Styles of the interrupts under an answer. */
export const interruptsStyles = css`
  .interrupts {
    flex-basis: 100%;
    margin-block-start: 10px;
    font-size: 14px;
    line-height: 1.45;
  }
  .interrupt {
    margin-block-start: 8px;
    padding: 12px 14px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
  }
  .interrupt p,
  .interrupt dl,
  .interrupt-line {
    margin: 0 0 8px;
    overflow-wrap: anywhere;
  }
  .interrupt-title {
    font-weight: 600;
  }
  .interrupt code {
    color: var(--_cf-ai-chat-muted);
    font-family: var(--_cf-ai-chat-code-font);
    font-size: 13px;
  }
  .interrupt dl {
    display: grid;
    grid-template-columns: minmax(4em, auto) 1fr;
    gap: 2px 12px;
  }
  .interrupt dt {
    color: var(--_cf-ai-chat-muted);
  }
  .interrupt dd {
    grid-column: 2;
    margin: 0;
    unicode-bidi: isolate;
  }
  .interrupt-choice {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .panel .interrupt .action.primary {
    border-color: var(--_cf-ai-chat-accent-line, transparent);
    background: var(--_cf-ai-chat-accent);
    color: var(--_cf-ai-chat-on-accent);
  }
  .interrupt input {
    flex: 1 1 10em;
    min-width: 0;
    padding: 6px 10px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 10px;
    background: var(--_cf-ai-chat-surface);
    color: inherit;
    /* A smaller one makes Safari zoom in on phones. */
    font: inherit;
  }
  .interrupt-line {
    display: flex;
    align-items: center;
    gap: 6px;
    margin: 6px 0 0;
    color: var(--_cf-ai-chat-muted);
  }
  .interrupt-line svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  @media print {
    .interrupt-choice {
      display: none;
    }
  }
`;
