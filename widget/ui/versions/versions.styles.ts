import { css } from '../shell/css.ts';

/** The arrows between versions, and the way to edit a question. */
export const versionsStyles = css`
  .versions {
    display: flex;
    align-items: center;
    flex: none;
    color: var(--_cf-ai-chat-muted);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  .actions-row > .versions:first-child {
    margin-inline-start: -8px;
  }
  .panel .versions .tool {
    width: 28px;
  }
  .panel .versions .tool[aria-disabled='true'] {
    background: none;
    cursor: default;
    opacity: 0.4;
  }
  .versions .icon:dir(rtl) {
    scale: -1 1;
  }
  /* What does not fit goes below. */
  .actions-row:has(.versions) {
    flex-wrap: wrap;
    height: auto;
    min-height: 40px;
  }
  /* The pencil stands in the room beside the bubble, which stays where it was. */
  .message.user:has(> .edit-question) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) fit-content(85%);
    justify-items: end;
  }
  .message.user:has(> .edit-question) > * {
    grid-column: 1 / -1;
  }
  .message.user > .bubble:has(~ .edit-question) {
    grid-area: 1 / 2;
    max-width: 100%;
  }
  .panel .message.user > .edit-question {
    grid-area: 1 / 1;
    align-self: end;
    margin-block-end: 4px;
  }
  @media (hover: hover) and (pointer: fine) {
    .edit-question {
      opacity: 0;
    }
    .message:is(:hover, :focus-within) > .edit-question {
      opacity: 1;
    }
  }
  @media (pointer: coarse) {
    .panel .versions .tool {
      width: 40px;
    }
    .panel .message.user > .edit-question {
      margin-block-end: 0;
    }
    .actions-row > .versions ~ .tools {
      margin-inline-start: -13px;
    }
  }
  @media (forced-colors: active) {
    .panel .versions .tool[aria-disabled='true'] {
      color: GrayText;
      opacity: 1;
    }
  }
  @media print {
    :is(.versions, .edit-question) {
      display: none;
    }
  }
`;
