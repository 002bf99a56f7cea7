import { rememberFocus } from './remember-focus.ts';

/**
 * Puts text on the clipboard; call it from the handler of a gesture. Resolves to whether it is there.
 * `root` is the element of a panel, in which a text box may stand for a moment: pages over http have no
 * clipboard API, and a frame may be refused it. `html` is the same for programs that take formatted text.
 */
export async function copyText(text: string, root: Element, html?: string): Promise<boolean> {
  // Absent in insecure contexts, whatever its type says.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return copyBySelection(text, root, html);
  try {
    if (html === undefined) await clipboard.writeText(text);
    else await clipboard.write([new ClipboardItem({ 'text/plain': text, 'text/html': html })]);
    return true;
  } catch {
    return copyBySelection(text, root, html);
  }
}

function copyBySelection(text: string, root: Element, html: string | undefined): boolean {
  const near = root.querySelector('.content') ?? root;
  const restore = rememberFocus(near);
  const box = document.createElement('textarea');
  // Read-only, so that no touch keyboard comes up.
  Object.assign(box, { className: 'visually-hidden', value: text, readOnly: true });
  box.addEventListener('copy', (event) => setFormats(event, text, html));
  near.append(box);
  box.focus({ preventScroll: true });
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  restore();
  return isCopied;
}

/** Without formatted text the browser copies the selection. */
function setFormats(event: ClipboardEvent, text: string, html: string | undefined): void {
  if (html === undefined) return;
  event.clipboardData?.setData('text/plain', text);
  event.clipboardData?.setData('text/html', html);
  event.preventDefault();
}
