import { isBehind } from './is-behind.ts';
import { findPlace, isInPlace, placeOf } from './place.ts';

/** How far an element is scrolled. */
type Offset = Pick<ScrollToOptions, 'left' | 'top'>;

/** What the visitor has scrolled, by the box that all is drawn into. */
const offsetsIn = new WeakMap<Element, Map<HTMLElement, Offset>>();

/**
 * Remembers what is scrolled in `box`, behind `before`, and returns what scrolls it again where it was moved or
 * replaced. Offsets are taken down when they change: to read them at every drawing would lay out the page once more.
 */
export function keepScroll(box: HTMLElement, before: ChildNode | null): (() => void) | undefined {
  const offsets = offsetsIn.get(box) ?? watch(box);
  if (offsets.size === 0) return undefined;
  const open = [...offsets].filter(([element]) => isBehind(element, before, box));
  const kept = open.map(([element, offset]) => ({ place: placeOf(box, element), offset }));
  return () => {
    for (const { place, offset } of kept) {
      const target = findPlace(box, place);
      if (target === place.element && isInPlace(place, box)) continue;
      offsets.delete(place.element);
      if (!target) continue;
      target.scrollTo({ ...offset, behavior: 'instant' });
      offsets.set(target, offset);
    }
  };
}

/** Scrolls all in `box` again that was scrolled, after a move that the browser takes for a new beginning. */
export function scrollAgain(box: HTMLElement): void {
  for (const [element, offset] of offsetsIn.get(box) ?? [])
    element.scrollTo({ ...offset, behavior: 'instant' });
}

function watch(box: HTMLElement): Map<HTMLElement, Offset> {
  const offsets = new Map<HTMLElement, Offset>();
  const note = (element: EventTarget | null): void => {
    if (!(element instanceof HTMLElement) || element === box) return;
    const { scrollLeft: left, scrollTop: top } = element;
    if (left === 0 && top === 0) offsets.delete(element);
    else offsets.set(element, { left, top });
  };
  // Scrolled before this was here.
  for (const element of box.querySelectorAll('pre, code, table')) note(element);
  box.addEventListener('scroll', ({ target }) => note(target), true);
  offsetsIn.set(box, offsets);
  return offsets;
}
