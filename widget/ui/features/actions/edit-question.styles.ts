import { css } from '../../base/css.ts';

/** Styles of the Edit button beside a question. */
export const editQuestionStyles = css`
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
    /* Higher than a bubble of one line, it would move what is below when the answer ends. */
    .panel .message.user > .edit-question {
      margin-block: -12px 0;
    }
  }
  @media print {
    .edit-question {
      display: none;
    }
  }
`;
