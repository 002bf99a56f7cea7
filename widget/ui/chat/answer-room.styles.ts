import { css } from '../base/css.ts';

/**
 * Room under the last question, so that the question can stand at the top of the view while its answer fills the room. The
 * room is an absolutely positioned pseudo-element of the question, behind the answer. It makes the scroller long enough and
 * affects no other layout. If a question is higher than half of the view, its end is in view.
 */
export const answerRoomStyles = css`
  /* Inherited by what is in the messages, the height of the view would make browsers compute their styles again with it. */
  .message:not([data-asked]) {
    --_cf-ai-chat-view-height: initial;
  }
  .message[data-asked] {
    position: relative;
  }
  .message[data-asked]::after {
    content: '';
    position: absolute;
    inset-block-start: max(-12px, 100% - var(--_cf-ai-chat-view-height, 0px) * 0.5);
    inset-inline-start: 0;
    z-index: -1;
    width: 1px;
    height: var(--_cf-ai-chat-view-height, 0px);
    pointer-events: none;
  }
  @media print {
    .message[data-asked]::after {
      display: none;
    }
  }
`;
