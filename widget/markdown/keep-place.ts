import { keepFocus } from './keep-focus.ts';
import { keepSelection } from './keep-selection.ts';
import { keepState } from './keep-state.ts';
import { rootOf } from './root-of.ts';

/**
 * Remembers what is selected, focused, scrolled and opened in `box`, behind `before`, or around it where it is a
 * section, and returns what puts it back: the browser drops it where a node is moved or replaced.
 */
export function keepPlace(box: HTMLElement, before: ChildNode | null): () => void {
  const root = rootOf(box);
  const first = before ?? (root === box ? null : box.previousSibling);
  const kept = [keepState(root, first), keepFocus(root, first), keepSelection(root, first)];
  return () => {
    for (const putBack of kept) putBack?.();
  };
}
