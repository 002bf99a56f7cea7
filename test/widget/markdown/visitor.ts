import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { findInPlace, isInPlace, placeOf } from './place.ts';
import type { Random } from './random.ts';

/** What a visitor may do to an answer that is still arriving. */
export type Action = 'selection' | 'focus' | 'details' | 'scroll';

/**
 * Whether it stayed so through the finished answer. `gone` where there was nothing left to keep: other words, or a
 * link, code block or table that the one-shot render of what had arrived does not have any more.
 */
export type Outcome = 'kept' | 'lost' | 'gone';

/** Something a visitor did. */
export interface Deed {
  readonly action: Action;
  /** To be called after each drawing, with all that has been received. */
  look(received: string): void;
  /** To be asked when the answer is finished, with all of it. */
  outcome(markdown: string): Outcome;
}

/** So narrow and without wrapping that code and tables have something to scroll. */
export function scrollableStyle(): CSSStyleSheet {
  const style = new CSSStyleSheet();
  style.replaceSync(
    'pre, table { display: block; overflow: auto; max-width: 60px; white-space: pre; direction: ltr }',
  );
  return style;
}

/** Lets a visitor do one thing to what is drawn in a box; `undefined` where there is nothing to do it to. */
export function visit(box: HTMLElement, random: Random): Deed | undefined {
  const acts = [select, focus, openDetails, scroll];
  // Rare, so that it is done wherever it can be.
  if (random.chance(0.5)) acts.push(openDetails, openDetails, openDetails);
  while (acts.length > 0) {
    const [act] = acts.splice(random.below(acts.length), 1);
    const deed = act?.(box, random);
    if (deed) return deed;
  }
  return undefined;
}

function select(box: HTMLElement, random: Random): Deed | undefined {
  const texts = textsIn(box).filter(({ data }) => data.trim() !== '');
  if (texts.length === 0) return undefined;
  const text = random.pick(texts);
  const start = random.below(text.length);
  const end = start + 1 + random.below(text.length - start);
  const selection = getSelection();
  selection?.setBaseAndExtent(text, start, text, end);
  const before = wordsBefore(box, text, start);
  const through = wordsBefore(box, text, end);
  // White space alone cannot be told from what stands between blocks.
  if (through === before) return undefined;
  let isGone = false;
  const look = (): void => {
    isGone ||= !wordsOf(box).startsWith(through);
  };
  return {
    action: 'selection',
    // Where the words change meanwhile, there is nothing to keep, even if they change back.
    look,
    outcome() {
      look();
      if (isGone) return 'gone';
      const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0 } = getSelection() ?? {};
      if (!anchorNode || !focusNode || !box.contains(anchorNode) || !box.contains(focusNode)) return 'lost';
      const isSame =
        wordsBefore(box, anchorNode, anchorOffset) === before &&
        wordsBefore(box, focusNode, focusOffset) === through;
      return isSame ? 'kept' : 'lost';
    },
  };
}

function focus(box: HTMLElement, random: Random): Deed | undefined {
  const link = pickElement(box, 'a[href]', random);
  link?.focus();
  // In closed details nothing can be focused.
  if (!link || document.activeElement !== link) return undefined;
  return deedAt('focus', box, link, (element) => document.activeElement === element);
}

function openDetails(box: HTMLElement, random: Random): Deed | undefined {
  const details = pickElement(box, 'details', random) as HTMLDetailsElement | undefined;
  if (!details) return undefined;
  details.open = !details.open;
  const { open } = details;
  // A browser tells before the next frame; here frames are drawn without waiting.
  details.dispatchEvent(new Event('toggle'));
  return deedAt('details', box, details, (element) => (element as HTMLDetailsElement).open === open);
}

function scroll(box: HTMLElement, random: Random): Deed | undefined {
  const region = pickElement(box, 'pre, table', random);
  if (!region) return undefined;
  region.scrollLeft = 5;
  const { scrollLeft } = region;
  if (scrollLeft === 0) return undefined;
  // A browser tells before the next frame; here frames are drawn without waiting.
  region.dispatchEvent(new Event('scroll'));
  // Words that turn out not to be bold may fit.
  return deedAt(
    'scroll',
    box,
    region,
    (element) => element.scrollLeft === Math.min(scrollLeft, element.scrollWidth - element.clientWidth),
  );
}

/**
 * A deed on an element that may be drawn anew. Lost as soon as a drawing loses it, even if it comes back, but where
 * the text has come to mean something else, by the one-shot render's word and not by what is drawn: of what had been
 * received, or of the finished answer, since what is half there is drawn as what it will be.
 */
function deedAt(
  action: Action,
  box: HTMLElement,
  element: HTMLElement,
  isKeptOn: (element: HTMLElement) => boolean,
): Deed {
  let current = element;
  let place = placeOf(box, element);
  let outcome: Outcome = 'kept';
  return {
    action,
    look(received) {
      if (outcome !== 'kept') return;
      const isThere = isInPlace(box, place, current);
      const found = findInPlace(box, place);
      // An equal link that was moved to another place is not the one that stood there.
      const kept = (found.length > 0 || !isThere ? found : [current]).find(isKeptOn);
      if (kept) {
        current = kept;
        place = placeOf(box, kept);
      } else {
        const isStillMeant = isThere || findInPlace(renderMarkdown(received), place).length > 0;
        outcome = isStillMeant ? 'lost' : 'gone';
      }
    },
    outcome(markdown) {
      const isMeant = outcome !== 'lost' || findInPlace(renderMarkdown(markdown), place).length > 0;
      return isMeant ? outcome : 'gone';
    },
  };
}

function pickElement(box: Element, selector: string, random: Random): HTMLElement | undefined {
  const found = box.querySelectorAll<HTMLElement>(selector);
  return found.length > 0 ? random.pick([...found]) : undefined;
}

function textsIn(box: Element): Text[] {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/** The characters of a box that show, up to a place in it: white space comes and goes with the block structure. */
function wordsBefore(box: Element, node: Node, offset: number): string {
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(node, offset);
  return range.toString().replace(/\s+/g, '');
}

function wordsOf(box: Element): string {
  return (box.textContent ?? '').replace(/\s+/g, '');
}
