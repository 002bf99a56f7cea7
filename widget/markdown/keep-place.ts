import { keepFocus } from './keep-focus.ts';
import { keepSelection } from './keep-selection.ts';
import { keepState } from './keep-state.ts';
import { rootOf } from './root-of.ts';

/**
 * Remembers what is selected, focused, scrolled and opened in `box`, behind `before`, or around it where it is a
 * section, and returns what puts it back: the browser drops it where a node is moved or replaced. False where a
 * focused link is gone.
 */
export function keepPlace(box: HTMLElement, before: ChildNode | null): () => boolean {
  const root = rootOf(box);
  const first = before ?? (root === box ? null : box.previousSibling);
  const restoreState = keepState(root, first);
  const restoreFocus = keepFocus(root, first);
  const restoreSelection = keepSelection(root, first);
  return () => {
    restoreState?.();
    const isFocused = restoreFocus?.() ?? true;
    restoreSelection?.();
    return isFocused;
  };
}
