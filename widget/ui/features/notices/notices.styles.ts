import { css } from '../../base/css.ts';

/** Styles of the picture and the number on the launcher, and of the bubble beside it. None of them changes the layout. */
export const noticesStyles = css`
  .launcher {
    position: relative;
  }
  .launcher img {
    display: block;
    width: 56px;
    height: 56px;
    border-radius: 50%;
    object-fit: cover;
  }
  .launcher :is(img[hidden], img:not([hidden]) + svg) {
    display: none;
  }
  .launcher > .badge {
    position: absolute;
    inset-block-start: -4px;
    inset-inline-end: -4px;
    box-sizing: border-box;
    min-width: 22px;
    height: 22px;
    padding: 0 5px;
    border: 2px solid #fff;
    border-radius: 11px;
    background: #c5221f;
    color: #fff;
    font:
      700 12px / 18px system-ui,
      sans-serif;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .badge::before {
    content: attr(data-count);
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .teaser {
    position: absolute;
    inset-block-end: 6px;
    inset-inline-end: 68px;
    display: flex;
    align-items: center;
    box-sizing: border-box;
    width: max-content;
    max-width: min(280px, 100vw - 108px);
    min-height: 44px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 16px;
    background: var(--_cf-ai-chat-surface);
    color: var(--_cf-ai-chat-on-surface, var(--_cf-ai-chat-text));
    box-shadow: 0 4px 24px var(--_cf-ai-chat-shade);
    pointer-events: none;
  }
  .start .teaser {
    inset-inline: 68px auto;
  }
  .teaser.unseen {
    visibility: hidden;
  }
  .teaser.touchable {
    pointer-events: auto;
  }
  .teaser button {
    all: unset;
    box-sizing: border-box;
    cursor: pointer;
  }
  .teaser .teaser-text {
    flex: 1;
    min-height: 44px;
    padding: 10px 4px 10px 16px;
    padding-inline: 16px 4px;
    border-radius: 16px;
    overflow-wrap: anywhere;
    line-height: 1.4;
    text-align: start;
  }
  .teaser-text:lang(ja) {
    word-break: auto-phrase;
  }
  .teaser-text:lang(ko) {
    word-break: keep-all;
  }
  .teaser .teaser-close {
    display: grid;
    place-items: center;
    align-self: stretch;
    flex: none;
    width: 44px;
    min-height: 44px;
    border-radius: 16px;
  }
  .teaser .icon {
    width: 16px;
  }
  .teaser button:focus-visible {
    outline: 2px solid;
    outline-offset: -3px;
  }
  .teaser .teaser-text:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .teaser:not(.unseen) {
      animation: appear 0.25s;
    }
  }
  @media (forced-colors: active) {
    .launcher > .badge {
      border-color: Canvas;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media print {
    .teaser {
      display: none;
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
