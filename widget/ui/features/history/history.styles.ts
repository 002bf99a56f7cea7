import { css } from '../../base/css.ts';

/** Styles of the list of earlier conversations, and of the line with Undo. */
export const historyStyles = css`
  .history {
    position: absolute;
    inset: 0;
    z-index: 3;
    display: flex;
    flex-direction: column;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-text);
  }
  .history.beside {
    display: none;
  }
  @media (min-width: 960px) {
    .page .history.beside {
      display: flex;
      inset-inline-end: auto;
      z-index: auto;
      width: 280px;
      border-inline-end: 1px solid var(--_cf-ai-chat-line);
    }
    .panel:has(.beside) .new-chat {
      display: none;
    }
  }
  @media print {
    .panel .history.beside {
      display: none;
    }
  }
  .beside .history-bar {
    padding-inline-start: 16px;
    border: 0;
  }
  .beside .history-empty {
    margin: 0;
    padding: 16px 8px;
    font-size: 13px;
    text-align: start;
  }
  .panel .history-new {
    display: flex;
    align-items: center;
    flex: none;
    gap: 8px;
    min-height: 44px;
    margin: 0 8px;
    padding: 0 12px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 10px;
    font-weight: 600;
    text-align: start;
  }
  .panel .history-new:hover,
  .history li:has([aria-current]) {
    background: var(--_cf-ai-chat-hover);
  }
  .panel .history-open[aria-current] {
    font-weight: 600;
  }
  .history-bar {
    display: flex;
    align-items: center;
    flex: none;
    gap: 8px;
    min-height: 60px;
    padding: 8px;
    padding-block-start: max(8px, env(safe-area-inset-top));
    border-block-end: 1px solid var(--_cf-ai-chat-line);
  }
  .history :is(h2, h3) {
    margin: 0;
    font-size: 16px;
    font-weight: 600;
  }
  .history h2 {
    flex: 1;
    min-width: 0;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  .history h3 {
    padding: 16px 8px 6px;
    color: var(--_cf-ai-chat-muted);
    font-size: 12px;
    letter-spacing: 0;
  }
  .history-list {
    flex: 1;
    overflow: hidden auto;
    overscroll-behavior: contain;
    /* Its end is over the line that takes a step back, which comes and goes. */
    padding: 0 8px calc(72px + env(safe-area-inset-bottom));
    scroll-padding-block-end: 72px;
  }
  .history-empty {
    padding: 48px 24px;
    color: var(--_cf-ai-chat-muted);
    text-align: center;
  }
  .history-notice {
    margin: 0;
    padding: 16px 8px 0;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .history ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .history li {
    position: relative;
    display: flex;
    align-items: center;
    border-radius: 10px;
  }
  .history li:is(:hover, :focus-within) {
    background: var(--_cf-ai-chat-hover);
  }
  .panel .history-open {
    flex: 1;
    min-width: 0;
    min-height: 56px;
    padding: 6px 8px 26px;
    overflow: hidden;
    border: 0;
    border-radius: 10px;
    background: none;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  /* On the button, whose name is the title alone. */
  .history time {
    position: absolute;
    inset-block-end: 6px;
    inset-inline-start: 8px;
    color: var(--_cf-ai-chat-muted);
    font-size: 12.5px;
    pointer-events: none;
  }
  .history .history-back .icon:dir(rtl) {
    transform: scaleX(-1);
  }
  .history [aria-pressed='true'] .icon {
    fill: currentColor;
  }
  .history-name {
    flex: 1;
    min-width: 0;
    height: 44px;
    padding: 0 10px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 10px;
    background: var(--_cf-ai-chat-surface);
    color: inherit;
    /* Smaller text makes phones zoom in. */
    font: inherit;
    font-size: 16px;
  }
  .undo {
    position: relative;
    /* Under the menu. */
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    flex: none;
    margin: 0 16px 8px;
    padding: 6px;
    padding-inline-start: 14px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 12px;
    background: var(--_cf-ai-chat-surface);
    box-shadow: 0 4px 16px var(--_cf-ai-chat-shade);
    font-size: 14px;
  }
  .undo .action {
    flex: none;
  }
  /* The composer, over which it stands else, is covered. */
  .history:not(.beside) ~ .undo {
    position: absolute;
    z-index: 4;
    inset: auto 0 env(safe-area-inset-bottom);
  }
  .history-more {
    display: flex;
    flex: none;
  }
  .history-more summary {
    display: grid;
    place-items: center;
    min-width: 44px;
    min-height: 44px;
    border-radius: 10px;
    color: var(--_cf-ai-chat-muted);
    list-style: none;
    cursor: pointer;
  }
  .history-more[open] {
    flex-direction: row-reverse;
  }
  /* Where a mouse or a finger points, or the keyboard is: else the titles alone. */
  @media (hover: hover) {
    .history li:not(:hover, :focus-within) .history-more:not([open]) {
      width: 0;
      overflow: hidden;
      opacity: 0;
    }
  }
  .history-more summary .icon {
    width: 20px;
    stroke-width: 3;
  }
`;
