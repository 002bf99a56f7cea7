import { positionIn } from './position-in.ts';

/** The reader's position in the conversation. It does not depend on the height of the messages above. */
export interface ReadingPlace {
  /** The id of the message. */
  readonly messageId: string;
  /** Index of the block in that answer; -1 for the message as a whole. */
  readonly block: number;
  /** Pixels from the top of the view to the top of the block; negative where the block begins above the view. */
  readonly offset: number;
}

/** The position of the first block that begins in the view, or else of its message; undefined without messages. */
export function readPlace(scroller: HTMLElement): ReadingPlace | undefined {
  const { top } = scroller.getBoundingClientRect();
  const [message, next] = messagesIn(scroller).filter(
    (element) => element.getBoundingClientRect().bottom > top,
  );
  const inView = message && blockInView(scroller, message);
  const found = inView ? message : (next ?? message);
  const messageId = found?.dataset['id'];
  if (!found || !messageId) return undefined;
  const block = inView ? blocksOf(found).indexOf(inView) : -1;
  return { messageId, block, offset: positionIn(scroller, inView ?? found) };
}

/** The first block of an answer that begins in the view, else the block that fills the view. */
function blockInView(scroller: HTMLElement, message: Element): Element | undefined {
  const view = scroller.getBoundingClientRect();
  let filling: Element | undefined;
  for (const block of blocksOf(message)) {
    const { top, bottom } = block.getBoundingClientRect();
    if (bottom <= view.top) continue;
    if (top >= view.bottom) return filling;
    if (top >= view.top) return block;
    filling = block;
  }
  return filling;
}

/** Scrolls so that a place has its stored position in the view. Returns false when its message is gone. */
export function showPlace(scroller: HTMLElement, { messageId, block, offset }: ReadingPlace): boolean {
  const message = messagesIn(scroller).find(({ dataset }) => dataset['id'] === messageId);
  if (!message) return false;
  const element = blocksOf(message)[block] ?? message;
  const moved = positionIn(scroller, element) - offset;
  // Safari truncates fractions: 699.9999, measured while the panel is scaled, would become 699.
  if (Math.abs(moved) >= 0.5) scroller.scrollTop = Math.round((scroller.scrollTop + moved) * 100) / 100;
  return true;
}

function messagesIn(scroller: HTMLElement): readonly HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('.message')];
}

function blocksOf(message: Element): readonly Element[] {
  return [...(message.querySelector('.markdown')?.children ?? [])];
}
