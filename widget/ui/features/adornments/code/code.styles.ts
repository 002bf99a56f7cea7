import { css } from '../../../base/css.ts';

/** Styles of the bar above a code block. */
export const codeStyles = css`
  cf-ai-chat-code-bar {
    position: absolute;
    inset: 0;
    direction: inherit;
    pointer-events: none;
    user-select: none;
    -webkit-user-select: none;
  }
  .code-row {
    position: sticky;
    inset-block-start: 0;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    height: 38px;
    padding-inline: 14px 4px;
    border-block-end: 1px solid var(--_cf-ai-chat-line);
    border-radius: 9px 9px 0 0;
    background: var(--_cf-ai-chat-code-surface);
    color: var(--_cf-ai-chat-code-muted);
    font-size: 12px;
    line-height: 1.3;
    white-space: normal;
  }
  .code-language {
    flex: none;
    margin-inline-end: auto;
  }
  .code-language::before,
  .code-copy::after {
    content: attr(data-text);
  }
  /*
   * Only where lines are wrapped, or too long. By visibility: a button of display: none makes Chromium put the emptied
   * bar into the HTML of a copied selection.
   */
  .panel .code-wrap {
    display: grid;
    visibility: hidden;
    place-items: center;
    width: 30px;
    height: 30px;
    margin-inline: auto -6px;
    border-radius: 8px;
    pointer-events: auto;
  }
  .panel code[tabindex] + cf-ai-chat-code-bar .code-wrap,
  .panel cf-ai-chat-code-bar[data-wrap] .code-wrap {
    visibility: visible;
  }
  .panel .code-wrap .icon {
    width: 16px;
    height: 16px;
  }
  .code-wrap:is(:hover, [aria-pressed='true']) {
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
  .markdown pre:has(> cf-ai-chat-code-bar[data-wrap]) > code {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .panel .code-copy {
    display: flex;
    align-items: center;
    gap: 5px;
    min-height: 30px;
    padding: 2px 9px;
    border-radius: 8px;
    text-align: end;
    pointer-events: auto;
  }
  /* The bar runs like the code, from left to right; the button's words and its sign do not. */
  .code-copy:is(:lang(ar), :lang(he)) {
    direction: rtl;
    text-align: start;
  }
  .code-copy:hover,
  .code-copy[data-state='copied'] {
    background: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
  .panel .code-copy[data-state='failed'] {
    color: var(--_cf-ai-chat-danger);
  }
  .panel .code-copy .icon {
    flex: none;
    width: 15px;
    height: 15px;
  }
  .markdown pre {
    position: relative;
  }
  pre > [class^='language-math'] ~ cf-ai-chat-code-bar > .code-row {
    position: absolute;
    inset-block-start: 2px;
    inset-inline-end: 0;
    height: auto;
    padding: 0;
    border: 0;
    border-radius: 8px;
    background: var(--_cf-ai-chat-surface);
  }
  pre > [class^='language-math'] ~ cf-ai-chat-code-bar :is(.code-language, .code-wrap) {
    display: none;
  }
  pre:not(:hover, :focus-within) > [class^='language-math'] ~ cf-ai-chat-code-bar .code-copy {
    opacity: 0;
    pointer-events: none;
  }
  pre:not(:hover, :focus-within) > [class^='language-math'] ~ cf-ai-chat-code-bar > .code-row {
    background: none;
  }
`;
