import { css } from '../shell/css.ts';

/** Chips over the line, which add nothing to its height. The text in them is `[1]`, the number is drawn by the style. */
export const citationsStyles = css`
  .panel .citation {
    position: relative;
    display: inline-block;
    box-sizing: border-box;
    min-width: 16px;
    height: 16px;
    margin-inline: 2px 1px;
    padding-inline: 4px;
    border-radius: 8px;
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-muted);
    font-size: 0;
    line-height: 16px;
    text-align: center;
    text-decoration: none;
    text-indent: 0;
    vertical-align: 3px;
    cursor: pointer;
  }
  .citation::before {
    content: attr(data-number);
    font-size: 10.5px;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .citation:is(:hover, :focus-visible) {
    background: var(--_cf-ai-chat-accent-text);
    color: var(--_cf-ai-chat-surface);
  }
  .panel .citation:focus-visible {
    outline: 2px solid var(--_cf-ai-chat-accent-text);
    outline-offset: 1px;
  }
  @media (pointer: coarse) {
    .citation::after {
      content: '';
      position: absolute;
      inset: -12px -8px;
    }
  }
  @media (forced-colors: active) {
    .panel .citation {
      border: 1px solid;
      line-height: 14px;
    }
  }
`;
