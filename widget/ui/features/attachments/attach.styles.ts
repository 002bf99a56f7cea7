import { css } from '../../base/css.ts';

/** The button that adds files, and what is shown while files are over the panel. */
export const attachStyles = css`
  .panel .attach {
    position: relative;
    display: grid;
    place-items: center;
    flex: none;
    width: 38px;
    height: 38px;
    margin-inline-end: 6px;
    border-radius: 50%;
    color: var(--_cf-ai-chat-muted);
    touch-action: manipulation;
  }
  /* The target is 44 px, the drawing 38. */
  .attach::after {
    content: '';
    position: absolute;
    inset: -3px;
  }
  .panel .attach:hover {
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
  .drop-files {
    position: absolute;
    inset: 0;
    z-index: 3;
    display: grid;
    place-items: center;
    margin: 8px;
    border: 2px dashed var(--_cf-ai-chat-accent-text);
    border-radius: 14px;
    background: color-mix(in srgb, var(--_cf-ai-chat-surface) 88%, transparent);
    color: var(--_cf-ai-chat-accent-text);
    font-weight: 600;
    pointer-events: none;
  }
  .drop-files span {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  @media print {
    .attach,
    .drop-files {
      display: none;
    }
  }
`;
