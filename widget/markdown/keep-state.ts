import { isBehind } from './is-behind.ts';
import { findPlace, isInPlace, placeOf } from './place.ts';

/** How far an element is scrolled and, of `<details>`, whether it is open. */
interface ElementState {
  readonly left: number;
  readonly top: number;
  readonly open: boolean | undefined;
}

/** What the visitor has scrolled, opened and closed, by the box that all is drawn into. */
const statesIn = new WeakMap<Element, Map<HTMLElement, ElementState>>();

/**
 * Remembers what is scrolled, opened and closed in `box`, behind `before`, and returns what makes it so again where it
 * was moved or replaced. States are taken down when they change: to read them at every drawing would lay out the page
 * once more.
 */
export function keepState(box: HTMLElement, before: ChildNode | null): (() => void) | undefined {
  const states = statesIn.get(box) ?? watch(box);
  if (states.size === 0) return undefined;
  const open = [...states].filter(([element]) => isBehind(element, before, box));
  const kept = open.map(([element, state]) => ({ place: placeOf(box, element), state }));
  return () => {
    for (const { place, state } of kept) {
      const target = findPlace(box, place);
      if (target === place.element && isInPlace(place, box)) continue;
      states.delete(place.element);
      if (!target) continue;
      restore(target, state);
      states.set(target, state);
    }
  };
}

/** Scrolls all in `box` again that was scrolled, after a move that the browser takes for a new beginning. */
export function scrollAgain(box: HTMLElement): void {
  for (const [element, state] of statesIn.get(box) ?? []) restore(element, state);
}

function restore(element: HTMLElement, { left, top, open }: ElementState): void {
  if (element instanceof HTMLDetailsElement && open !== undefined) element.open = open;
  if (left !== 0 || top !== 0) element.scrollTo({ left, top, behavior: 'instant' });
}

function watch(box: HTMLElement): Map<HTMLElement, ElementState> {
  const states = new Map<HTMLElement, ElementState>();
  const note = (element: EventTarget | null): void => {
    if (!(element instanceof HTMLElement) || element === box) return;
    const { scrollLeft: left, scrollTop: top } = element;
    const open = element instanceof HTMLDetailsElement ? element.open : undefined;
    if (left === 0 && top === 0 && open === undefined) states.delete(element);
    else states.set(element, { left, top, open });
  };
  // What was done before this was here.
  for (const element of box.querySelectorAll('pre, code, table, details')) note(element);
  for (const deed of ['scroll', 'toggle']) box.addEventListener(deed, ({ target }) => note(target), true);
  statesIn.set(box, states);
  return states;
}
