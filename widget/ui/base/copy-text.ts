import { rememberFocus } from './remember-focus.ts';

/**
 * Puts text on the clipboard; call it from the handler of a gesture. Resolves to whether it succeeded. `root` is the element
 * of a panel. A text box is put into it for a moment where the page has no clipboard API (over http), or the browser refuses
 * to write (in an iframe). `html` is the same content for programs that accept formatted text.
 */
export async function copyText(text: string, root: Element, html?: string): Promise<boolean> {
  // Undefined in insecure contexts, though the DOM types say otherwise.
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
  // Read-only, so that no on-screen keyboard appears.
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

/** Adds the formatted text. Without it, the browser copies the selection as plain text. */
function setFormats(event: ClipboardEvent, text: string, html: string | undefined): void {
  if (html === undefined) return;
  event.clipboardData?.setData('text/plain', text);
  event.clipboardData?.setData('text/html', html);
  event.preventDefault();
}
