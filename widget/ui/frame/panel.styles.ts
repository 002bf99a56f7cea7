import { css } from '../base/css.ts';

/**
 * Styles for the whole panel, and its small print. Only logical properties, so that the same rules work in both writing
 * directions.
 */
export const panelStyles = css`
  .panel {
    -webkit-text-size-adjust: none;
    /* With auto, a page that forbids it would decide. */
    -webkit-user-select: text;
    user-select: text;
  }
  .corner {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    z-index: 3;
    width: 18px;
    height: 18px;
    cursor: nwse-resize;
    touch-action: none;
  }
  .start .corner {
    inset-inline: auto 0;
    cursor: nesw-resize;
  }
  .corner:dir(rtl) {
    cursor: nesw-resize;
  }
  .start .corner:dir(rtl) {
    cursor: nwse-resize;
  }
  .launcher:hover {
    filter: brightness(1.08);
  }
  .panel,
  .panel * {
    box-sizing: border-box;
  }
  /* There is no launcher under it. */
  .floating [hidden] + .panel {
    inset-block-end: 0;
  }
  .root {
    display: contents;
  }
  /* Room for the list of earlier chats. */
  @media (min-width: 960px) {
    .page .panel:has(.beside) {
      padding-inline-start: 280px;
    }
  }
  .root :is(button, textarea) {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
  }
  .root button {
    cursor: pointer;
  }
  /* WebKit gives items the side of their list: on an English page, Arabic text in them would be at the left. */
  li {
    text-align: start;
  }
  .panel :is(a, button, textarea, .transcript, pre, table, summary):focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: 2px;
    box-shadow: 0 0 0 2px var(--_cf-ai-chat-surface);
  }
  .panel .transcript:focus-visible {
    outline-offset: -3px;
  }
  .panel [hidden] {
    display: none !important;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .panel .icon {
    width: 20px;
    height: 20px;
  }
  .panel summary::-webkit-details-marker {
    display: none;
  }
  /* The triangle of what opens: before its words in an answer, behind them over thoughts. */
  .markdown summary::before,
  :is(.thoughts, .steps) > summary::after {
    content: '';
    background: currentColor;
    clip-path: polygon(0 0, 100% 50%, 0 100%);
    forced-color-adjust: none;
  }
  .markdown summary:dir(rtl)::before,
  :is(.thoughts, .steps) > summary:dir(rtl)::after {
    scale: -1 1;
  }
  .markdown [open] > summary::before,
  :is(.thoughts, .steps)[open] > summary::after {
    clip-path: polygon(0 0, 100% 0, 50% 100%);
  }
  .disclaimer {
    flex: none;
    margin: 0;
    padding: 8px 18px 10px;
    padding-block-end: max(10px, env(safe-area-inset-bottom));
    color: var(--_cf-ai-chat-muted);
    font-size: 12px;
    line-height: 1.4;
    text-align: center;
    text-wrap: balance;
  }
  .disclaimer a {
    color: inherit;
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .panel :is(.bubble, .latest) {
      border: 1px solid CanvasText;
    }
  }
`;
