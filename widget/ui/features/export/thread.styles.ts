import { css } from '../../base/css.ts';

/** Styles of a printed conversation: black on white, whatever the page looks like, and nothing is cut off. */
export const threadStyles = css`
  :root {
    color-scheme: light;
    background: #fff;
    color: #000;
    font:
      11pt/1.5 system-ui,
      sans-serif;
  }
  body {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @page {
    margin: 18mm 16mm;
  }
  h1 {
    margin: 0;
    font-size: 18pt;
  }
  h2 {
    margin: 0 0 4pt;
    font-size: 11pt;
  }
  h3 {
    margin: 8pt 0 2pt;
    font-size: 10pt;
  }
  :is(h1, h2, h3, h4, h5, h6) {
    break-after: avoid;
  }
  .about {
    margin: 2pt 0 0;
    color: #444;
    font-size: 9pt;
  }
  article {
    margin-block-start: 16pt;
  }
  article.user {
    padding: 8pt 10pt;
    border-inline-start: 3pt solid #666;
    break-after: avoid;
    break-inside: avoid;
  }
  .user .body {
    white-space: pre-wrap;
  }
  .body > :first-child {
    margin-block-start: 0;
  }
  pre {
    padding: 8pt;
    border: 1px solid #999;
    white-space: pre-wrap;
  }
  code {
    font:
      9.5pt/1.45 ui-monospace,
      monospace;
  }
  table {
    border-collapse: collapse;
  }
  :is(th, td) {
    padding: 3pt 6pt;
    border: 1px solid #999;
    text-align: start;
    vertical-align: top;
  }
  :is(tr, blockquote, img, li) {
    break-inside: avoid;
  }
  blockquote {
    margin-inline: 0;
    padding-inline-start: 10pt;
    border-inline-start: 2pt solid #999;
  }
  img {
    max-width: 100%;
  }
  a {
    color: inherit;
  }
  .address {
    color: #444;
    font-size: 9pt;
  }
  .sources {
    margin: 0;
    padding-inline-start: 18pt;
    font-size: 10pt;
  }
`;
