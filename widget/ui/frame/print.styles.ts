import { css } from '../base/css.ts';

/** Print styles. On paper nothing scrolls: an open chat, or one in the page, is as high as its messages and has no controls. */
export const printStyles = css`
  @media print {
    :host(:not(:state(floating))) {
      height: auto !important;
      max-height: none !important;
      overflow: visible !important;
    }
    /* Printers leave backgrounds out: text that an owner has made light for a dark surface would be gone. */
    .base.base {
      --_cf-ai-chat-surface: #fff;
      --_cf-ai-chat-text: #000;
      --_cf-ai-chat-muted: #444;
      --_cf-ai-chat-bubble-text: #000;
      --_cf-ai-chat-code-text: #000;
      --_cf-ai-chat-header-text: #000;
      --_cf-ai-chat-header-muted: #444;
    }
    .base.floating.opened {
      break-before: page;
    }
    .base,
    .base.base.base .panel {
      position: static;
      display: block;
      width: auto;
      height: auto;
      padding: 0;
      overflow: visible;
      border: 0;
      box-shadow: none;
    }
    .scroll-area {
      container-type: normal;
    }
    .scroll-area,
    .panel .transcript,
    .content,
    .messages {
      display: block;
      max-width: none;
      min-height: 0;
      overflow: visible;
    }
    /* It would hide the last lines: the end of the conversation is the end of the area. */
    .panel .scroll-area.scroll-area::after {
      display: none;
    }
    .panel .message {
      display: block;
      margin-block-end: 18px;
      content-visibility: visible;
    }
    .panel .message.user {
      break-after: avoid;
    }
    .bubble {
      width: fit-content;
      margin-inline-start: auto;
      border: 1px solid var(--_cf-ai-chat-field-line);
    }
    /* Its tick is light on a background. */
    .markdown input {
      print-color-adjust: exact;
    }
    .markdown pre {
      padding-block-start: 10px;
    }
    .markdown pre > code {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .markdown :is(tr, blockquote, img) {
      break-inside: avoid;
    }
    .panel :is(h1, h2, h3, h4, h5, h6) {
      break-after: avoid;
    }
    .panel .table-region {
      overflow: visible;
    }
    .panel :is(button, form, .next, .suggestions, .hint, .sources, cf-ai-chat-code-bar) {
      display: none;
    }
    .foot {
      min-height: 0;
    }
    .printed-sources {
      margin: 6px 0 0;
      padding-inline-start: 2em;
      color: var(--_cf-ai-chat-muted);
      font-size: 13px;
    }
    /*
     * The small print is on the sheet of the last lines: Chromium takes one line with it, no two, and none where an
     * empty box or a margin stands between.
     */
    .panel .message:last-child {
      margin: 0;
      orphans: 1;
      widows: 1;
    }
    .panel .message:last-child .foot:not(:has(.printed-sources)) {
      display: none;
    }
    .panel .content {
      min-height: 0;
      padding-block-end: 0;
    }
    .disclaimer {
      break-before: avoid;
      padding-inline: 0;
      text-align: start;
    }
    .disclaimer a {
      display: none;
    }
  }
`;
