import { rememberSelection } from './remember-selection.ts';

/**
 * Puts text on the clipboard; call it from the handler of a gesture. Resolves to whether it is there.
 * `near` is an element of the tree in which a text box may stand for a moment: pages over http have no
 * clipboard API, and a frame may be refused it.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  // Absent in insecure contexts, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return copyBySelection(text, near);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

function copyBySelection(text: string, near: Element): boolean {
  const restore = rememberSelection(near);
  const box = document.createElement('textarea');
  // Read-only, so that no touch keyboard comes up.
  Object.assign(box, { className: 'visually-hidden', value: text, readOnly: true });
  near.append(box);
  box.focus({ preventScroll: true });
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  restore();
  return isCopied;
}
