import { css } from '../shell/css.ts';

/** Between the top of the view and the question that stands there. */
const GAP_PX = 12;

/** A long question takes no more of the view, and shows its end. */
const QUESTION_SHARE = 0.5;

const VIEW_HEIGHT = '--_cf-ai-chat-view-height';

/**
 * Room under the last question, so that it can stand at the top of the view while its answer grows into the rest. The room
 * hangs from the question and lies behind the answer: the scroller can be scrolled as far, and nothing else depends on it.
 * The sheet repeats the values above: the minifier reads no template with expressions inside of a value.
 */
export const answerRoomStyles = css`
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

/** Gives the room the height of the view. Call when that has changed. */
export function fitAnswerRoom(scroller: HTMLElement): void {
  scroller.style.setProperty(VIEW_HEIGHT, `${scroller.clientHeight}px`);
}

/** The scroll position at which the question with the room stands at the top; undefined without one. */
export function questionTop(scroller: HTMLElement): number | undefined {
  const question = scroller.querySelector('[data-asked]')?.getBoundingClientRect();
  if (!question) return undefined;
  const hidden = Math.max(-GAP_PX, question.height - scroller.clientHeight * QUESTION_SHARE);
  return question.top + hidden - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
