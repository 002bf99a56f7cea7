import { css } from '../base/css.ts';

/**
 * Room under the last question, so that it can stand at the top of the view while its answer grows into the rest. The room
 * hangs from the question and lies behind the answer: the scroller can be scrolled as far, and nothing else depends on it.
 * Of a question higher than half of the view, its end is in view.
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
