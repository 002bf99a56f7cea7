import { scrollEdges } from '../../base/scroll-edges.styles.ts';
import { css } from '../../base/css.ts';

/** Styles of tables, tasks and quotes; and of a long transcript, to make it cheaper. */
export const adornmentStyles = css`
  .markdown blockquote:has(> :first-child:dir(rtl)) {
    direction: rtl;
  }
  .markdown .table-region {
    --_cf-ai-chat-box: var(--_cf-ai-chat-surface);
    margin-block: 0 0.75em;
    overflow-x: auto;
    ${scrollEdges}
  }
  .markdown .table-region > table {
    display: table;
    margin: 0;
    background: none;
  }
  .markdown > .table-region:last-child {
    margin-block-end: 0;
  }
  .panel :is(code, .table-region):focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: -2px;
    border-radius: 8px;
  }
  .markdown input {
    appearance: none;
    position: relative;
    border: 1.5px solid var(--_cf-ai-chat-field-line);
    border-radius: 4px;
  }
  .markdown input:checked {
    border-color: var(--_cf-ai-chat-accent-text);
    background: var(--_cf-ai-chat-accent-text);
  }
  .markdown input:checked::before {
    content: '';
    position: absolute;
    inset: 0.5px 4.5px 3px;
    border: solid var(--_cf-ai-chat-surface);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  /*
   * Old messages out of view cost nothing (measured with 80 messages, 200 KB: a token a third, a resize a fifth).
   * Assistive technology and find in page still see them. WebKit has no scroll anchoring: the text would jump
   * while their sizes become known.
   */
  @supports (overflow-anchor: auto) {
    .message:nth-last-child(n + 9) {
      content-visibility: auto;
      contain-intrinsic-size: auto 240px;
      overflow-clip-margin: 8px;
    }
  }
`;
