import { css } from '../../base/css.ts';

/** Styles of the search dialog and its field, needed before the panel's code has loaded. */
export const searchFrameStyles = css`
  .search {
    box-sizing: border-box;
    width: min(680px, 100vw - 32px);
    max-width: none;
    max-height: min(720px, 86dvh);
    margin: 10dvh auto auto;
    padding: 0;
    /* On a dark page a shadow is not seen. */
    border: 1px solid #8885;
    border-radius: var(--cf-ai-chat-radius, 18px);
    background: none;
    overflow: hidden;
    box-shadow: 0 24px 80px #0f172a59;
  }
  .search[open] {
    display: flex;
    flex-direction: column;
  }
  .search::backdrop {
    background: #0f172a80;
  }
  .tinted {
    display: flex;
    flex: 0 1 auto;
    flex-direction: column;
    min-height: 0;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-on-surface, var(--_cf-ai-chat-text));
  }
  .search-bar {
    display: flex;
    align-items: center;
    flex: none;
    gap: 12px;
    min-height: 60px;
    padding-inline-start: 20px;
  }
  .search-bar .icon {
    flex: none;
    width: 20px;
    height: 20px;
    opacity: 0.7;
  }
  .search-field {
    all: unset;
    flex: 1;
    min-width: 0;
    height: 60px;
    /* Phones enlarge a page around a field with smaller text. */
    font-size: 17px;
    text-align: start;
  }
  .search-cancel {
    all: unset;
    display: grid;
    flex: none;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-inline-end: 8px;
    cursor: pointer;
  }
  .search-cancel:focus-visible {
    outline: 2px solid;
    outline-offset: -4px;
  }
  .search-view {
    display: contents;
  }
  .search .launcher,
  .answering .search-bar {
    display: none;
  }
  @media (max-width: 480px), (max-height: 479.98px) {
    .search {
      width: 100vw;
      height: var(--_cf-ai-chat-viewport-height, 100dvh);
      max-height: none;
      margin: var(--_cf-ai-chat-viewport-top, 0) 0 0;
      border: 0;
      border-radius: 0;
    }
    .tinted {
      flex: 1;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .search {
      animation: arrive 0.16s cubic-bezier(0.2, 0.8, 0.2, 1);
    }
    @keyframes arrive {
      from {
        opacity: 0;
        transform: translateY(-8px) scale(0.98);
      }
    }
  }
  @media (forced-colors: active) {
    .search {
      border: 2px solid;
    }
  }
  @media print {
    .search {
      display: none;
    }
  }
`;
