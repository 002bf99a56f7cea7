import { positionIn } from './position-in.ts';

/** Gives the room under the last question the height of the view. Call when that has changed. */
export function fitAnswerRoom(scroller: HTMLElement): void {
  scroller.style.setProperty('--_cf-ai-chat-view-height', `${scroller.clientHeight}px`);
}

/** The scroll position at which the view shows the room, with its question at the top; undefined without a question. */
export function answerRoomTop(scroller: HTMLElement): number | undefined {
  const question = scroller.querySelector('[data-asked]');
  if (!question) return undefined;
  const offset = Number.parseFloat(getComputedStyle(question, '::after').top);
  return positionIn(scroller, question) + offset + scroller.scrollTop;
}
