import { positionIn } from './position-in.ts';

/** Sets the height of the room under the last question to that of the view. Call after that has changed. */
export function fitAnswerRoom(scroller: HTMLElement): void {
  scroller.style.setProperty('--_cf-ai-chat-view-height', `${scroller.clientHeight}px`);
}

/** The scroll position with the question at the top of the view and the room below it; undefined without a question. */
export function answerRoomTop(scroller: HTMLElement): number | undefined {
  const question = scroller.querySelector('[data-asked]');
  if (!question) return undefined;
  const offset = Number.parseFloat(getComputedStyle(question, '::after').top);
  return positionIn(scroller, question) + offset + scroller.scrollTop;
}
