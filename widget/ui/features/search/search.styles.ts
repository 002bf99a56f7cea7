import { css } from '../../base/css.ts';

/** Styles of the results and of an answer in the search dialog. */
export const searchStyles = css`
  .tinted {
    position: relative;
    color: var(--_cf-ai-chat-text);
  }
  .tinted,
  .tinted * {
    box-sizing: border-box;
  }
  .search-field::placeholder {
    color: var(--_cf-ai-chat-muted);
    opacity: 1;
  }
  .search-button {
    all: unset;
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    padding: 0 12px;
    border-radius: var(--_cf-ai-chat-control-radius);
    color: var(--_cf-ai-chat-muted);
    font-size: 14px;
    cursor: pointer;
  }
  .search-button .icon {
    flex: none;
    width: 20px;
    height: 20px;
  }
  .search-button:hover {
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
  .search :is(.search-button, a):focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: -2px;
  }
  .search-note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin: 0;
    padding: 18px 20px;
    border-block-start: 1px solid var(--_cf-ai-chat-line);
    color: var(--_cf-ai-chat-muted);
    overflow-wrap: anywhere;
  }
  /* What is here at once needs no words. */
  .search-note.late {
    animation: appear 0.2s 0.4s backwards;
  }
  .search-note :is(bdi, a) {
    color: var(--_cf-ai-chat-text);
  }
  .search-retry {
    border: 1px solid var(--_cf-ai-chat-field-line);
    color: var(--_cf-ai-chat-text);
  }
  .search-heading {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: 6px 10px 0 20px;
    border-block-start: 1px solid var(--_cf-ai-chat-line);
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    font-weight: 600;
  }
  .search-heading:dir(rtl) {
    padding: 6px 20px 0 10px;
  }
  .search-forget {
    font-size: 13px;
    font-weight: 400;
  }
  .search-heading + .search-results {
    border: 0;
    padding-block-start: 2px;
  }
  .search-results {
    flex: 0 1 auto;
    min-height: 0;
    padding: 8px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scroll-padding-block: 8px;
    border-block-start: 1px solid var(--_cf-ai-chat-line);
  }
  .search-results[hidden] {
    display: none;
  }
  .search-line {
    display: flex;
    gap: 12px;
    padding: 9px 12px;
    border-radius: var(--_cf-ai-chat-control-radius);
    color: inherit;
    text-decoration: none;
    cursor: pointer;
  }
  .search-line .icon,
  .search-mark {
    flex: none;
    width: 20px;
    height: 20px;
    margin-block-start: 2px;
    color: var(--_cf-ai-chat-muted);
  }
  .search-mark {
    text-align: center;
    line-height: 20px;
  }
  .search-line[aria-selected='true'] {
    background: var(--_cf-ai-chat-hover);
  }
  .found-section {
    margin-inline-start: 20px;
  }
  .found-section .search-title {
    font-weight: 400;
  }
  .search-line.ask .icon {
    color: var(--_cf-ai-chat-accent-text);
  }
  .search-line:is(.ask, .recent) {
    align-items: center;
  }
  .search-line:is(.ask, .recent) .icon {
    margin: 0;
  }
  .found-page + .ask,
  .found-section + .ask,
  .ask + .found-page {
    position: relative;
    margin-block-start: 9px;
  }
  :is(.found-page, .found-section) + .ask::before,
  .ask + .found-page::before {
    content: '';
    position: absolute;
    inset: -5px 4px auto;
    border-block-start: 1px solid var(--_cf-ai-chat-line);
  }
  .search-words {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .search-title {
    font-weight: 600;
  }
  .search-path {
    margin-inline-start: 8px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .search-snippet {
    display: -webkit-box;
    overflow: hidden;
    color: var(--_cf-ai-chat-muted);
    font-size: 14px;
    line-height: 1.45;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .search mark {
    background: none;
    color: var(--_cf-ai-chat-text);
    font-weight: 600;
    text-decoration: underline;
    text-decoration-color: var(--_cf-ai-chat-accent-text);
    text-decoration-thickness: 2px;
    text-underline-offset: 2px;
  }
  .search-answer-bar {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 8px;
    border-block-end: 1px solid var(--_cf-ai-chat-line);
  }
  .to-chat {
    margin-inline-start: auto;
  }
  .turns:dir(rtl) {
    scale: -1 1;
    transform-origin: center;
  }
  .search.answering {
    height: min(720px, 86dvh);
  }
  .answering .tinted {
    flex: none;
  }
  .search > .base.inline {
    display: flex;
    flex: 1;
    flex-direction: column;
    height: auto;
    min-height: 0;
    margin: 0;
    translate: none;
  }
  .search .inline .panel {
    flex: 1;
    height: auto;
    min-height: 0;
    border: 0;
    border-radius: 0;
  }
  .search .panel .header {
    display: none;
  }
  @media (max-width: 480px), (max-height: 479.98px) {
    .search.answering {
      height: var(--_cf-ai-chat-viewport-height, 100dvh);
    }
    .search-results {
      flex: 1;
    }
    .to-results span {
      display: none;
    }
    .to-chat span {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  @media (pointer: coarse) {
    .search-button {
      min-width: 44px;
      min-height: 44px;
      justify-content: center;
    }
    .search-line {
      padding-block: 12px;
    }
  }
  @media (forced-colors: active) {
    .search-line[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .search mark {
      forced-color-adjust: none;
      color: CanvasText;
    }
  }
`;
