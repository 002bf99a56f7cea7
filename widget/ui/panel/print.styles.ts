import { css } from '../shell/css.ts';

/** On paper nothing scrolls: a chat in the page is as high as its messages, and its controls are left out. */
export const printStyles = css`
  @media print {
    :host(:not(:state(floating))) {
      height: auto !important;
      max-height: none !important;
      overflow: visible !important;
    }
    .page {
      position: static;
    }
    .base:not(.floating),
    .base:not(.floating) .panel {
      display: block;
      height: auto;
      overflow: visible;
    }
    .scroll-area,
    .panel .transcript,
    .messages {
      display: block;
      overflow: visible;
    }
    .panel .message {
      margin-block-end: 18px;
      content-visibility: visible;
    }
    .panel :is(.composer, .quiet, .latest, .suggestions, .actions) {
      display: none;
    }
  }
`;
