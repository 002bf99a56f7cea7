import type { ReactiveController } from '@lit/reactive-element';
import { find } from '../base/find.ts';
import type { ChatHost } from '../element/chat-host.ts';
import type { Scroll } from '../feature/chat.ts';
import { answerRoomTop, fitAnswerRoom } from './answer-room.ts';
import { readScroll, writeScroll, type ScrollTarget } from './place-store.ts';
import { ReaderIntent } from './reader-intent.ts';
import { readPlace, showPlace, type ReadingPlace } from './reading-place.ts';
import { SizeWatch } from './size-watch.ts';

/** Pixels from the end within which the reader has come to it. */
const END_TOLERANCE_PX = 2;

/** Less than a line below the view needs no button. */
const UNSEEN_TOLERANCE_PX = 12;

/** Of the height of the view, as browsers have it. */
const PAGE_SHARE = 0.875;

/** The text below the view: `new` came while it was out of view. */
export type TextBelow = 'none' | 'old' | 'new';

/** The elements of a transcript. */
interface Elements {
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  readonly messages: HTMLElement;
  readonly intent: ReaderIntent;
}

/**
 * The scroll position of the transcript. A question that is sent goes to the top of the view and stays there, and its
 * answer grows below. The end is followed only by a reader who has come to it, or has pressed the button. Whatever the
 * reader does to see what is above ends that at once, and nothing else ever moves the text.
 */
export class TranscriptScroll implements ReactiveController, Scroll {
  readonly #host: ChatHost;
  readonly #isAnswering: () => boolean;
  readonly #sizes = new SizeWatch(() => this.#handleSizes());
  #elements: Elements | undefined;
  /** The place that the view returns to when sizes change; undefined when the reader has gone elsewhere. */
  #target: ScrollTarget | undefined;
  #hasRoom = false;
  #isTurnPending = false;
  /** The scroll position, as it was set here or came with the last scroll event. */
  #top = 0;
  /** The highest scroll position at the last change of sizes, and the size of the view. */
  #end = 0;
  #viewHeight = 0;
  #viewWidth = 0;
  /** The end that the reader saw at the last gesture: an animated scroll goes there while the answer grows on. */
  #aim = Infinity;
  /** The browser may have lost the scroll position: the transcript was not displayed, or has been moved in the page. */
  #isLost = true;
  #place: ReadingPlace | undefined;
  #textBelow: TextBelow = 'none';
  #textHeight = 0;

  /** `isAnswering` tells whether text that is new comes from an answer. */
  constructor(host: ChatHost, isAnswering: () => boolean) {
    this.#host = host;
    this.#isAnswering = isAnswering;
    const stored = readScroll(host);
    this.#target = stored?.target ?? 'end';
    this.#hasRoom = stored?.hasRoom ?? false;
    host.addController(this);
  }

  /** Whether there is text below the view. */
  get textBelow(): TextBelow {
    return this.#textBelow;
  }

  /** Whether there is room for an answer under the last question. */
  get hasRoom(): boolean {
    return this.#hasRoom;
  }

  /** Begins once the transcript is drawn: where the reader of this tab was, else at the end. Listens until the signal aborts. */
  start(root: HTMLElement, signal: AbortSignal): void {
    const scroller = find(root, '.transcript');
    const content = find(scroller, '.content');
    const intent = new ReaderIntent(
      scroller,
      {
        handleUp: () => this.#release(),
        handleDown: () => void (this.#aim = this.#end),
        handleLift: () => this.#handleSizes(),
      },
      signal,
    );
    this.#elements = { scroller, content, messages: find(content, '.messages'), intent };
    scroller.addEventListener('scroll', () => this.#handleScroll(), { passive: true, signal });
    // Safari has no scrollend before 26.2.
    const scrollEnd = 'onscrollend' in scroller ? 'scrollend' : 'scroll';
    scroller.addEventListener(scrollEnd, () => this.#handleScrollEnd(), { passive: true, signal });
    // Firefox has rounded the scroll position to a pixel of the screen, while the opening animation scaled the panel.
    const { panelContainer } = this.#host;
    panelContainer.addEventListener('animationend', (event) => this.#handleAnimationEnd(event), { signal });
    this.hostConnected();
  }

  /** A question was sent: once it is drawn it goes to the top of the view. */
  startTurn(): void {
    this.#isTurnPending = this.#hasRoom = true;
    this.#host.requestUpdate();
  }

  /** A queued question is sent now: does not scroll, unless the view follows the end. */
  stay(): void {
    if (this.#target !== 'end') this.#release();
  }

  /** Goes to the end and follows it from there. */
  followEnd(): void {
    this.#target = 'end';
    this.#handleSizes();
  }

  /** Moves the view by a page, less the line or two by which readers find their place again. */
  turnPage(direction: 1 | -1): void {
    const scroller = this.#elements?.scroller;
    if (!scroller) return;
    if (direction === -1) this.#release();
    else this.#aim = this.#end;
    scroller.scrollBy({ top: direction * scroller.clientHeight * PAGE_SHARE });
  }

  /** Goes to the end for whoever pressed the button, which then goes away: focus moves to the transcript. */
  showLatest(): void {
    this.#elements?.scroller.focus({ preventScroll: true });
    this.followEnd();
  }

  /** Keeps an element where it is in the view while the next drawing changes what is above it. */
  async keepInView(element: HTMLElement): Promise<void> {
    const { top } = element.getBoundingClientRect();
    this.#release();
    // Without a request of its own it would not wait for what the caller changes next.
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const scroller = this.#elements?.scroller;
    if (scroller) scroller.scrollTop += element.getBoundingClientRect().top - top;
  }

  /** The message at which the view is to be; undefined at the end. */
  get placeId(): string | undefined {
    return typeof this.#target === 'object' ? this.#target.messageId : this.#place?.messageId;
  }

  /** Restores the view when the next drawing has added messages above it. */
  async restoreView(): Promise<void> {
    const scroller = this.#elements?.scroller;
    if (scroller && scroller.clientHeight > 0) this.#target ??= readPlace(scroller);
    await this.#host.updateComplete;
    this.#handleSizes();
  }

  /** Remembers where the reader is, for the next page of this tab. */
  save(): void {
    this.#notePlace();
    const target = this.#target ?? this.#place;
    if (!this.#elements || !target) return;
    writeScroll(this.#host, { target, hasRoom: this.#hasRoom });
  }

  hostConnected(): void {
    if (!this.#elements) return;
    this.#isLost = true;
    const { scroller, content } = this.#elements;
    this.#sizes.start(scroller, content);
  }

  hostDisconnected(): void {
    this.#sizes.stop();
  }

  hostUpdate(): void {
    // A panel that is closed in the midst of a scroll: `scrollend` will find it hidden, without a place.
    if (this.#host.isFloating && !this.#host.open && !this.#isLost) this.#notePlace();
  }

  hostUpdated(): void {
    if (!this.#isTurnPending || !this.#elements) return;
    this.#isTurnPending = false;
    this.#target = 'question';
    this.#handleSizes();
  }

  #release(): void {
    this.#target = undefined;
    this.#aim = Infinity;
  }

  #handleSizes(): void {
    if (!this.#elements) return;
    const { scroller } = this.#elements;
    if (scroller.clientHeight === 0) {
      this.#isLost = true;
      return;
    }
    // What was out of view is of an unknown height again.
    if (this.#isLost) this.#target ??= this.#place;
    fitAnswerRoom(scroller);
    this.#scrollToTarget(this.#elements);
    this.#restoreAfterResize(scroller);
    this.#isLost = false;
    this.#top = scroller.scrollTop;
    this.#viewHeight = scroller.clientHeight;
    this.#end = scroller.scrollHeight - this.#viewHeight;
    this.#lookBelow(this.#elements);
  }

  /** Scrolls to the target, if there is one. */
  #scrollToTarget({ scroller, messages, intent }: Elements): void {
    const target = this.#target;
    if (target === undefined) return;
    // The greeting comes first.
    if (messages.childElementCount === 0) scroller.scrollTop = 0;
    else if (target === 'end') {
      if (!intent.isGrabbing) scroller.scrollTop = scroller.scrollHeight;
    } else if (target === 'question') scroller.scrollTop = answerRoomTop(scroller) ?? scroller.scrollHeight;
    else if (!showPlace(scroller, target)) scroller.scrollTop = scroller.scrollHeight;
  }

  /** Brings the reader's text back where all lines were broken anew: a phone was turned, or the panel resized. */
  #restoreAfterResize(scroller: HTMLElement): void {
    const width = scroller.clientWidth;
    const place = width === this.#viewWidth || this.#target ? undefined : this.#place;
    this.#viewWidth = width;
    if (place) showPlace(scroller, place);
  }

  /** A scroll position that differs from the noted one: the reader has moved, or the browser has, before a change of sizes is told. */
  #handleScroll(): void {
    if (this.#isLost || !this.#elements) return;
    const { scroller } = this.#elements;
    // A view that has become higher, as when a keyboard goes, was moved up by the browser.
    if (scroller.clientHeight !== this.#viewHeight) return;
    const { scrollTop } = scroller;
    const moved = scrollTop - this.#top;
    if (Math.abs(moved) < 1) return;
    // Nothing was below the question, and no gesture went down: what is above became higher, and the browser kept the text.
    const wasAtEnd = this.#end - this.#top <= END_TOLERANCE_PX;
    if (moved > 0 && wasAtEnd && this.#target === 'question' && this.#aim === Infinity)
      return this.#handleSizes();
    const end = scroller.scrollHeight - scroller.clientHeight;
    // After a reload messages out of view are 10,000 px lower than was thought: the browser kept the text.
    const isKept = end !== this.#end && Math.abs(end - this.#end - moved) <= END_TOLERANCE_PX;
    if (isKept && this.#target) return this.#handleSizes();
    this.#top = scrollTop;
    // Where it has become shorter, browsers move it up to its new end.
    const isCutOff = moved < 0 && end - scrollTop <= END_TOLERANCE_PX;
    const isAtEnd = Math.min(end, this.#aim) - scrollTop <= END_TOLERANCE_PX;
    if (!isCutOff) this.#target = moved > 0 && isAtEnd ? 'end' : undefined;
    this.#lookBelow(this.#elements);
  }

  #handleScrollEnd(): void {
    this.#aim = Infinity;
    this.#notePlace();
  }

  #handleAnimationEnd({ animationName }: AnimationEvent): void {
    if (animationName === 'grow') this.#handleSizes();
  }

  #notePlace(): void {
    const scroller = this.#elements?.scroller;
    if (scroller && scroller.clientHeight > 0 && !this.#isLost) this.#place = readPlace(scroller);
  }

  #lookBelow({ scroller, content, messages }: Elements): void {
    const { top } = content.getBoundingClientRect();
    const textHeight = textEnd(content, messages) - top;
    const unseen = textHeight + top - scroller.getBoundingClientRect().bottom;
    const hasGrown = this.#isAnswering() && textHeight > this.#textHeight;
    this.#textHeight = textHeight;
    if (this.#target === 'end' || unseen <= UNSEEN_TOLERANCE_PX) this.#setTextBelow('none');
    else this.#setTextBelow(hasGrown || this.#textBelow === 'new' ? 'new' : 'old');
  }

  #setTextBelow(textBelow: TextBelow): void {
    if (textBelow === this.#textBelow) return;
    this.#textBelow = textBelow;
    this.#host.requestUpdate();
  }
}

/** Where the text ends, in the window's pixels: not counted is the room for the controls of an answer that is being written. */
function textEnd(content: HTMLElement, messages: HTMLElement): number {
  const failure =
    content.querySelector(':scope > .failure') ??
    messages.querySelector(':scope > :last-child > .foot > .failure:last-child');
  if (failure) return failure.getBoundingClientRect().bottom;
  const foot = messages.querySelector(':scope > .streaming:last-child > .foot');
  return foot ? foot.getBoundingClientRect().top : messages.getBoundingClientRect().bottom;
}
