import { css } from '../../base/css.ts';

/**
 * Styles of the panel's frame while the panel's code loads, and of an invisible element with the size of the `position: fixed`
 * area.
 */
export const loadingStyles = css`
  .area {
    position: fixed;
    inset: 0;
    visibility: hidden;
    pointer-events: none;
  }
  .loading {
    display: contents;
    color: var(--_cf-ai-chat-on-surface);
  }
  .loading .top {
    display: flex;
    align-items: center;
    /* As high as the header, whose own rules come first. */
    box-sizing: content-box;
    min-height: 44px;
    padding: 8px;
    padding-inline-start: 16px;
    border-block-end: 1px solid var(--_cf-ai-chat-line);
  }
  /* In place of the picture or the sign of who answers. */
  .loading .top::before {
    content: '';
    width: 36px;
    height: 36px;
    margin-inline-end: auto;
    border-radius: 50%;
    background: var(--_cf-ai-chat-line);
  }
  @media (max-height: 479.98px) {
    .floating .loading .top {
      padding-block: 0;
      border: 0;
      box-shadow: 0 1px var(--_cf-ai-chat-line);
    }
  }
  .loading h2 {
    flex: 1;
    margin: 0 12px;
    font-size: 16px;
    font-weight: 600;
  }
  .loading button {
    padding: 12px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .loading .top button {
    height: 44px;
    opacity: 0.7;
  }
  .loading .icon {
    width: 20px;
  }
  .loading .notice {
    margin: auto;
  }
  .lines {
    width: 70%;
    height: 72px;
    margin: 24px 20px;
    background: repeating-linear-gradient(var(--_cf-ai-chat-line) 0 12px, #0000 0 30px);
    animation: appear 0.2s 0.2s backwards;
  }
  /* Where the panel has its text box. */
  .loading input {
    all: unset;
    margin: auto 16px 48px;
    font-size: max(16px, 1em);
  }
  .loading :is(input, .notice button) {
    padding: 12px 20px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 24px;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;
