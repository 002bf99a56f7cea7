import { css } from '../../base/css.ts';

/** Styles of the row under an answer. Its height is reserved from the start of every answer. */
export const actionsStyles = css`
  .actions-row {
    display: flex;
    align-items: center;
    gap: 4px 8px;
    height: 40px;
  }
  .panel .sources-toggle {
    display: flex;
    align-items: center;
    gap: 6px;
    flex: none;
    min-height: 28px;
    padding: 2px 11px;
    border: 1px solid var(--_cf-ai-chat-line);
    border-radius: 14px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
  }
  .panel .sources-toggle:is(:hover, [aria-expanded='true']) {
    background-color: var(--_cf-ai-chat-hover);
    color: var(--_cf-ai-chat-text);
  }
  .sources-toggle::after {
    content: '';
    width: 5px;
    height: 5px;
    margin-block-start: -3px;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(45deg);
  }
  .sources-toggle[aria-expanded='true']::after {
    margin-block-start: 3px;
    transform: rotate(225deg);
  }
  .tools {
    display: flex;
    align-items: center;
    min-width: 0;
  }
  .actions-row > .tools:first-child {
    margin-inline-start: -8px;
  }
  .panel .tool {
    width: 32px;
    height: 32px;
    border-radius: 8px;
  }
  .panel .tool .icon {
    width: 17px;
    height: 17px;
  }
  .panel .tool.failed {
    color: var(--_cf-ai-chat-danger);
  }
  .panel .tool:disabled {
    cursor: default;
    opacity: 0.4;
  }
  .panel .instead {
    min-width: 0;
    min-height: 28px;
    padding: 2px 6px;
    overflow: hidden;
    border-radius: 8px;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .instead:hover {
    color: var(--_cf-ai-chat-text);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  @media (hover: hover) and (pointer: fine) {
    .message:not(:last-child, :hover, :focus-within) .tools:not(.shown) {
      opacity: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .tools {
      transition: opacity 0.12s;
    }
  }
  @media (pointer: coarse) {
    .actions-row {
      height: 44px;
    }
    .panel :is(.sources-toggle, .instead) {
      min-height: 44px;
      border-radius: 22px;
    }
    @media (forced-colors: none) {
      /* Drawn 32 px high. */
      .panel .sources-toggle {
        border: solid transparent;
        border-width: 6px 0;
        border-radius: 16px / 22px;
        background-clip: padding-box;
        box-shadow: inset 0 0 0 1px var(--_cf-ai-chat-line);
      }
    }
    .panel .tool {
      width: 44px;
      height: 44px;
    }
    /* On a narrow phone, for the seconds in which it is offered, in their place. */
    @container (max-width: 380px) {
      .actions-row:not(:has(.versions)) .instead ~ * {
        display: none;
      }
    }
  }
  @media print {
    .actions-row {
      display: none;
    }
  }
`;
