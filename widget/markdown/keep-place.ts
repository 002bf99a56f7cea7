import { keepFocus } from './keep-focus.ts';
import { keepScroll } from './keep-scroll.ts';
import { keepSelection } from './keep-selection.ts';

/**
 * Remembers what is selected and focused in `box`, behind `before`, and what is scrolled in it, and returns what puts
 * it back: the browser drops it where a node is moved or replaced.
 */
export function keepPlace(box: HTMLElement, before: ChildNode | null): () => void {
  const kept = [keepScroll(box), keepFocus(box, before), keepSelection(box, before)];
  return () => {
    for (const putBack of kept) putBack?.();
  };
}
