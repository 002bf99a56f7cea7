import type { ReactiveController } from '@lit/reactive-element';
import { find } from '../base/find.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Scroll } from '../feature/chat.ts';
import { answerRoomTop, fitAnswerRoom } from './answer-room.ts';
import { readScroll, writeScroll, type ScrollTarget } from './place-store.ts';
import { ReaderIntent } from './reader-intent.ts';
import { readPlace, showPlace, type ReadingPlace } from './reading-place.ts';
import { SizeWatch } from './size-watch.ts';
import { TextBelow, type TextBelowState, type TranscriptElements } from './text-below.ts';

/** Pixels: this close to the end, the reader counts as being at the end. */
const END_TOLERANCE_PX = 2;

/** Share of the view's height that Page Up and Page Down scroll, as in browsers. */
const PAGE_SHARE = 0.875;

/** The elements of a transcript, and the reader's gestures on them. */
interface Elements extends TranscriptElements {
  readonly intent: ReaderIntent;
}

/**
 * Controls the scroll position of the transcript. A sent question is scrolled to the top of the view and stays there while its
 * answer grows below it. The view follows the end only if the reader has scrolled to it or pressed the button. Any gesture
 * upward ends both at once. Nothing else moves the text.
 */
export class TranscriptScroll implements ReactiveController, Scroll {
  readonly #host: ChatHost;
  readonly #textBelow: TextBelow;
  readonly #sizes = new SizeWatch(() => this.#handleSizes());
  #elements: Elements | undefined;
  /** The place that stays in view when sizes change; undefined after the reader has scrolled elsewhere. */
  #target: ScrollTarget | undefined;
  #hasRoom = false;
  #isTurnPending = false;
  /** The last known scroll position, set here or read at a scroll event. */
  #top = 0;
  /** The highest possible scroll position when sizes last changed, and the size of the view at that time. */
  #maxTop = 0;
  #viewHeight = 0;
  #viewWidth = 0;
  /** The end at the reader's last gesture downward. An animated scroll stops there, though the answer grows meanwhile. */
  #gestureEnd = Infinity;
  /** Whether the browser may have lost the scroll position, because the transcript was hidden or moved in the page. */
  #mayHaveLostPosition = true;
  #place: ReadingPlace | undefined;

  /** `isAnswering`: whether new text comes from an answer. */
  constructor(host: ChatHost, isAnswering: () => boolean) {
    this.#host = host;
    this.#textBelow = new TextBelow(host, isAnswering);
    const stored = readScroll(host);
    this.#target = stored?.target ?? 'end';
    this.#hasRoom = stored?.hasRoom ?? false;
    host.addController(this);
  }

  /** Text below the view, if any. */
  get textBelow(): TextBelowState {
    return this.#textBelow.state;
  }

  /** Whether room for an answer is reserved under the last question. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /**
   * Starts once the transcript is drawn: at the position that this tab has stored, else at the end. Listens until the signal
   * aborts.
   */
  start(root: HTMLElement, signal: AbortSignal): void {
    const scroller = find(root, '.transcript');
    const content = find(scroller, '.content');
    const intent = new ReaderIntent(
      scroller,
      {
        handleUp: () => this.#clearTarget(),
        handleDown: () => void (this.#gestureEnd = this.#maxTop),
        handleLift: () => this.#handleSizes(),
      },
      signal,
    );
    this.#elements = { scroller, content, messages: find(content, '.messages'), intent };
    scroller.addEventListener('scroll', () => this.#handleScroll(), { passive: true, signal });
    // Safari has `scrollend` since 26.2; before that every `scroll` counts.
    const scrollEnd = 'onscrollend' in scroller ? 'scrollend' : 'scroll';
    scroller.addEventListener(scrollEnd, () => this.#handleScrollEnd(), { passive: true, signal });
    // While the opening animation scales the panel, Firefox rounds the scroll position to screen pixels: correct it
    // afterwards.
    const { panelContainer } = this.#host;
    panelContainer.addEventListener('animationend', (event) => this.#handleAnimationEnd(event), { signal });
    this.hostConnected();
  }

  /** Call when a question was sent: once drawn, it is scrolled to the top of the view. */
  startTurn(): void {
    this.#isTurnPending = this.#hasRoom = true;
    this.#host.requestUpdate();
  }

  /** Call when a queued question is sent: does not scroll, unless the view follows the end. */
  stay(): void {
    if (this.#target !== 'end') this.#clearTarget();
  }

  /** Scrolls to the end, and follows it while it grows. */
  followEnd(): void {
    this.#target = 'end';
    this.#handleSizes();
  }

  /** Scrolls by a page, except for one or two lines that help to find the place again. */
  turnPage(direction: 1 | -1): void {
    const scroller = this.#elements?.scroller;
    if (!scroller) return;
    if (direction === -1) this.#clearTarget();
    else this.#gestureEnd = this.#maxTop;
    scroller.scrollBy({ top: direction * scroller.clientHeight * PAGE_SHARE });
  }

  /** Scrolls to the end when the button was pressed. The button disappears, so focus moves to the transcript. */
  showLatest(): void {
    this.#elements?.scroller.focus({ preventScroll: true });
    this.followEnd();
  }

  /** Keeps an element at its position in the view while the next drawing changes content above it. */
  async keepInView(element: HTMLElement): Promise<void> {
    const { top } = element.getBoundingClientRect();
    this.#clearTarget();
    // Requests an update so that `updateComplete` waits for the caller's next change.
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const scroller = this.#elements?.scroller;
    if (scroller) scroller.scrollTop += element.getBoundingClientRect().top - top;
  }

  /** Id of the message that must be drawn to keep the view at its place; undefined while no place is known: the view is at the end. */
  get placeId(): string | undefined {
    return typeof this.#target === 'object' ? this.#target.messageId : this.#place?.messageId;
  }

  /** Restores the view after the next drawing, which adds messages above it. */
  async restoreView(): Promise<void> {
    const scroller = this.#elements?.scroller;
    if (scroller && scroller.clientHeight > 0) this.#target ??= readPlace(scroller);
    await this.#host.updateComplete;
    this.#handleSizes();
  }

  /** Stores the scroll state for the next page in this tab. */
  save(): void {
    this.#rememberPlace();
    const target = this.#target ?? this.#place;
    if (!this.#elements || !target) return;
    writeScroll(this.#host, { target, hasRoom: this.#hasRoom });
  }

  hostConnected(): void {
    if (!this.#elements) return;
    this.#mayHaveLostPosition = true;
    const { scroller, content } = this.#elements;
    this.#sizes.start(scroller, content);
  }

  hostDisconnected(): void {
    this.#sizes.stop();
  }

  hostUpdate(): void {
    // The panel is being closed during a scroll. `scrollend` comes when it is hidden, where no position can be read.
    if (this.#host.isFloating && !this.#host.open && !this.#mayHaveLostPosition) this.#rememberPlace();
  }

  hostUpdated(): void {
    if (!this.#isTurnPending || !this.#elements) return;
    this.#isTurnPending = false;
    this.#target = 'question';
    this.#handleSizes();
  }

  #clearTarget(): void {
    this.#target = undefined;
    this.#gestureEnd = Infinity;
  }

  #handleSizes(): void {
    if (!this.#elements) return;
    const { scroller } = this.#elements;
    if (scroller.clientHeight === 0) {
      this.#mayHaveLostPosition = true;
      return;
    }
    // Hidden messages have only estimated heights again, so the scroll position is computed from a block.
    if (this.#mayHaveLostPosition) this.#target ??= this.#place;
    fitAnswerRoom(scroller);
    this.#scrollToTarget(this.#elements);
    this.#restoreAfterResize(scroller);
    this.#mayHaveLostPosition = false;
    this.#top = scroller.scrollTop;
    this.#viewHeight = scroller.clientHeight;
    this.#maxTop = scroller.scrollHeight - this.#viewHeight;
    this.#textBelow.update(this.#elements, this.#target === 'end');
  }

  /** Scrolls to the target, if there is one. */
  #scrollToTarget({ scroller, messages, intent }: Elements): void {
    const target = this.#target;
    if (target === undefined) return;
    // Without messages only the greeting is shown, from its start.
    if (messages.childElementCount === 0) scroller.scrollTop = 0;
    else if (target === 'end') {
      if (!intent.isGrabbing) scroller.scrollTop = scroller.scrollHeight;
    } else if (target === 'question') scroller.scrollTop = answerRoomTop(scroller) ?? scroller.scrollHeight;
    else if (!showPlace(scroller, target)) scroller.scrollTop = scroller.scrollHeight;
  }

  /** After a change of width every line wraps differently: shows the same text again. */
  #restoreAfterResize(scroller: HTMLElement): void {
    const width = scroller.clientWidth;
    const place = width === this.#viewWidth || this.#target ? undefined : this.#place;
    this.#viewWidth = width;
    if (place) showPlace(scroller, place);
  }

  /**
   * Handles a scroll position that differs from the last known one. Either the reader has scrolled, or the browser did,
   * because sizes have changed.
   */
  #handleScroll(): void {
    if (this.#mayHaveLostPosition || !this.#elements) return;
    const { scroller } = this.#elements;
    // If the view became higher (an on-screen keyboard was closed), the browser has scrolled up by itself.
    if (scroller.clientHeight !== this.#viewHeight) return;
    const { scrollTop } = scroller;
    const moved = scrollTop - this.#top;
    if (Math.abs(moved) < 1) return;
    // The view was at the end and no gesture went down. So content above became higher, and the browser has kept the text in
    // place.
    const wasAtEnd = this.#maxTop - this.#top <= END_TOLERANCE_PX;
    if (moved > 0 && wasAtEnd && this.#target === 'question' && this.#gestureEnd === Infinity)
      return this.#handleSizes();
    const end = scroller.scrollHeight - scroller.clientHeight;
    // After a reload, estimated heights of hidden messages may be wrong by 10,000 px. When they are corrected, the browser
    // keeps the text in place.
    const isKept = end !== this.#maxTop && Math.abs(end - this.#maxTop - moved) <= END_TOLERANCE_PX;
    if (isKept && this.#target) return this.#handleSizes();
    this.#top = scrollTop;
    // When the content becomes shorter, browsers scroll up to the new end.
    const isCutOff = moved < 0 && end - scrollTop <= END_TOLERANCE_PX;
    const isAtEnd = Math.min(end, this.#gestureEnd) - scrollTop <= END_TOLERANCE_PX;
    if (!isCutOff) this.#target = moved > 0 && isAtEnd ? 'end' : undefined;
    this.#textBelow.update(this.#elements, this.#target === 'end');
  }

  #handleScrollEnd(): void {
    this.#gestureEnd = Infinity;
    this.#rememberPlace();
  }

  #handleAnimationEnd({ animationName }: AnimationEvent): void {
    if (animationName === 'grow') this.#handleSizes();
  }

  #rememberPlace(): void {
    const scroller = this.#elements?.scroller;
    if (scroller && scroller.clientHeight > 0 && !this.#mayHaveLostPosition)
      this.#place = readPlace(scroller);
  }
}
