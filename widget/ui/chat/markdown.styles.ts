import { css } from '../base/css.ts';
import { scrollEdges } from '../base/scroll-edges.styles.ts';

/** Styles of an answer's markdown. */
export const markdownStyles = css`
  .markdown {
    overflow-wrap: anywhere;
    min-width: 0;
  }
  .markdown > :first-child {
    margin-block-start: 0;
  }
  /* Not in the last section: a selector for it makes browsers compute the styles of all sections again. */
  .markdown > :last-child {
    margin-block-end: 0;
  }
  .markdown :is(p, ul, ol, pre, blockquote, table, details, dl) {
    margin-block: 0 0.75em;
    margin-inline: 0;
  }
  .markdown :is(h1, h2, h3, h4, h5, h6) {
    margin: 1.1em 0 0.4em;
    font-size: 1em;
    font-weight: 650;
    line-height: 1.3;
    text-wrap: balance;
  }
  .markdown h1 {
    font-size: 1.2em;
  }
  .markdown h2 {
    font-size: 1.067em;
  }
  /* The space for the mark is on the side of the item, which has a direction of its own. */
  .markdown :is(ul, ol) {
    padding: 0;
  }
  .markdown li {
    margin-inline: 1.5em 0;
    margin-block: 0.25em;
  }
  /* As far apart as the words of a tight list, which an answer may turn into a loose one. */
  .markdown li > p {
    margin-block-end: 0;
  }
  .markdown li > * + p {
    margin-block-start: 0.5em;
  }
  /* The list of messages around them is no level of theirs. */
  .markdown ul {
    list-style-type: disc;
  }
  .markdown ul ul {
    list-style-type: circle;
  }
  .markdown li > :is(ul, ol) {
    margin-block: 0.25em 0;
  }
  .markdown li:has(> input, > p > input) {
    list-style: none;
  }
  .markdown input {
    width: 16px;
    height: 16px;
    margin: 0;
    margin-inline: -1.5em 0.1em;
    vertical-align: -2px;
  }
  .markdown li:has(> [href^='#ref-']:first-child) {
    list-style: none;
  }
  .markdown li > [href^='#ref-']:first-child {
    float: inline-start;
    margin-inline: -1.65em 0.15em;
  }
  .markdown [href^='#note-'] {
    font-size: 0.75em;
    vertical-align: super;
  }
  .markdown :is(sup, [href^='#note-']) {
    line-height: 1;
  }
  .markdown :is([href^='#note-'], [href^='#ref-']):focus {
    background: var(--_cf-ai-chat-hover);
  }
  .markdown a[href] {
    color: var(--_cf-ai-chat-accent-text);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .markdown small {
    color: var(--_cf-ai-chat-muted);
    font-size: 0.85em;
  }
  .markdown :is(code, kbd, samp) {
    font: 0.87em/1.5
      var(
        --cf-ai-chat-code-font-family,
        ui-monospace,
        SFMono-Regular,
        Menlo,
        Consolas,
        'Liberation Mono',
        monospace
      );
  }
  .markdown :not(pre) > code,
  .markdown kbd {
    padding: 0.12em 0.36em;
    border-radius: 5px;
    background: var(--_cf-ai-chat-hover);
    box-decoration-break: clone;
  }
  .markdown pre {
    padding-block-start: 38px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 10px;
    background: var(--_cf-ai-chat-code-surface);
    color: var(--_cf-ai-chat-code-text);
    font: inherit;
    direction: ltr;
    text-align: start;
    tab-size: 4;
    overflow-wrap: normal;
  }
  .markdown pre > code {
    display: block;
    --_cf-ai-chat-box: var(--_cf-ai-chat-code-surface);
    padding: 10px 14px 12px;
    overflow-x: auto;
    border-radius: 0 0 9px 9px;
    ${scrollEdges}
  }
  /* A formula on lines of its own has no frame and no bar, drawn or not, so that little moves when it is drawn. */
  .markdown pre:has(> [class^='language-math']:first-child) {
    padding-block-start: 0;
    border-color: transparent;
    background: none;
  }
  .markdown pre > [class^='language-math'] {
    text-align: center;
  }
  .markdown blockquote {
    padding-inline-start: 12px;
    border-inline-start: 3px solid var(--_cf-ai-chat-line);
  }
  .markdown table {
    --_cf-ai-chat-box: var(--_cf-ai-chat-surface);
    display: block;
    max-width: 100%;
    overflow-x: auto;
    border-collapse: collapse;
    /* 0.75em of the text around it: nothing moves when the table is put into a region. */
    margin-block-end: calc(0.75em / 0.93);
    font-size: 0.93em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: normal;
    ${scrollEdges}
  }
  .markdown :is(th, td) {
    padding-block: 8px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--_cf-ai-chat-line);
    text-align: start;
    vertical-align: top;
  }
  .markdown :is(th, td):last-child {
    padding-inline-end: 0;
  }
  .markdown th {
    border-block-end-color: var(--_cf-ai-chat-field-line);
    font-weight: 600;
    vertical-align: bottom;
  }
  .markdown tbody > tr:last-child > td {
    border-block-end: 0;
  }
  .markdown [align='center'] {
    text-align: center;
  }
  .markdown [align='right'] {
    text-align: right;
  }
  /* A list item, which it is by default, counts, and has Chromium count whatever else on the page does. */
  .markdown summary {
    display: block;
    counter-increment: none;
  }
  .markdown summary::before {
    display: inline-block;
    margin-inline-end: 0.5em;
    padding: 0.28em;
  }
  .markdown hr {
    margin: 1.2em 0;
    border: 0;
    border-block-start: 1px solid var(--_cf-ai-chat-line);
  }
  .markdown img {
    max-width: 100%;
    height: auto;
    border-radius: 8px;
  }
  @media (forced-colors: active) {
    .markdown :is(table, .table-region, pre > code) {
      background: none;
    }
  }
`;
