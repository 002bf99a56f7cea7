import type { ChatHost } from '../element/chat-host.ts';

/** Pixels: less text than this (about a line) below the view does not count. */
const UNSEEN_TOLERANCE_PX = 12;

/** Text below the view. `new`: text that arrived there and was not seen yet. */
export type TextBelowState = 'none' | 'old' | 'new';

/** The elements of a transcript. */
export interface TranscriptElements {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly messages: HTMLElement;
}

/** Measures whether there is text below the view. Redraws the chat when that changes, for the button that scrolls there. */
export class TextBelow {
  readonly #host: ChatHost;
  readonly #isAnswering: () => boolean;
  #state: TextBelowState = 'none';
  #textHeight = 0;

  /** `isAnswering`: whether new text comes from an answer. Other text that appears is not reported as new. */
  constructor(host: ChatHost, isAnswering: () => boolean) {
    this.#host = host;
    this.#isAnswering = isAnswering;
  }

  get state(): TextBelowState {
    return this.#state;
  }

  /** Call after each change of sizes or of the scroll position. `isAtEnd`: whether the view follows the end of the text. */
  update({ scroller, content, messages }: TranscriptElements, isAtEnd: boolean): void {
    const { top } = content.getBoundingClientRect();
    const textHeight = textEnd(content, messages) - top;
    const unseen = textHeight + top - scroller.getBoundingClientRect().bottom;
    const hasGrown = this.#isAnswering() && textHeight > this.#textHeight;
    this.#textHeight = textHeight;
    if (isAtEnd || unseen <= UNSEEN_TOLERANCE_PX) this.#set('none');
    else this.#set(hasGrown || this.#state === 'new' ? 'new' : 'old');
  }

  #set(state: TextBelowState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** The bottom of the text in window pixels. During an answer, the reserved row for its controls does not count. */
function textEnd(content: HTMLElement, messages: HTMLElement): number {
  const failure =
    content.querySelector(':scope > .failure') ??
    messages.querySelector(':scope > :last-child > .foot > .failure:last-child');
  if (failure) return failure.getBoundingClientRect().bottom;
  const foot = messages.querySelector(':scope > .streaming:last-child > .foot');
  return foot ? foot.getBoundingClientRect().top : messages.getBoundingClientRect().bottom;
}
