import { keepSelection } from './window-loader.ts';

/**
 * Remembers what is selected and focused in `parent`, behind `before`, and returns what puts both back: the
 * browser drops them where a node is moved or replaced.
 */
export function keepPlace(parent: Element, before: ChildNode | null): () => void {
  const root = parent.getRootNode() as (Document | ShadowRoot) & { getSelection?: () => Selection | null };
  const focused = root.activeElement;
  const selection = root.getSelection?.() ?? document.getSelection();
  const reselect =
    selection?.isCollapsed === false && parent.contains(selection.focusNode)
      ? keepSelection(selection, parent, before)
      : undefined;
  return () => {
    if (focused instanceof HTMLElement && focused !== root.activeElement && parent.contains(focused))
      focused.focus({ preventScroll: true });
    reselect?.();
  };
}
