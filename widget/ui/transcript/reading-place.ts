import { SECTION } from '../../markdown/sections.ts';
import { positionIn } from './position-in.ts';

/** Where a reader is in the conversation, independent of the sizes of what is above. */
export interface ReadingPlace {
  /** The id of the message at the top of the view. */
  readonly messageId: string;
  /** The number of the block of that answer that is at the top; -1 for the message as a whole. */
  readonly block: number;
  /** Pixels from the top of the view to the top of the block; below 0 where the block begins above the view. */
  readonly offset: number;
}

/** Finds what is at the top of the view; undefined when there is no message. */
export function readPlace(scroller: HTMLElement): ReadingPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  const isInView = (element: Element): boolean => element.getBoundingClientRect().bottom > top;
  const message = messagesIn(scroller).find(isInView);
  const messageId = message?.dataset['id'];
  if (!message || !messageId) return undefined;
  const child = childrenOf(message).find(isInView);
  // Only this section: asked for their blocks, those out of view would be laid out.
  const inView = child && isSection(child) ? [...child.children].find(isInView) : child;
  const block = inView ? blocksOf(message).indexOf(inView) : -1;
  return { messageId, block, offset: positionIn(scroller, inView ?? message) };
}

/** Brings the place to where it was in the view; returns false when its message is gone. */
export function showPlace(scroller: HTMLElement, { messageId, block, offset }: ReadingPlace): boolean {
  const message = messagesIn(scroller).find(({ dataset }) => dataset['id'] === messageId);
  if (!message) return false;
  const element = blocksOf(message)[block] ?? message;
  const moved = positionIn(scroller, element) - offset;
  if (Math.abs(moved) >= 1) scroller.scrollTop += moved;
  return true;
}

function messagesIn(scroller: HTMLElement): readonly HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('.message')];
}

/** The blocks of an answer and its sections. */
function childrenOf(message: Element): readonly Element[] {
  return [...(message.querySelector('.markdown')?.children ?? [])];
}

/** The blocks of an answer; those in sections too, which an answer that is drawn from storage has none of. */
function blocksOf(message: Element): readonly Element[] {
  return childrenOf(message).flatMap((child) => (isSection(child) ? [...child.children] : [child]));
}

function isSection(element: Element): boolean {
  return element.localName === SECTION;
}
