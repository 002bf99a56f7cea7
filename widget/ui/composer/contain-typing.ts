/**
 * Keeps the keys that visitors type into the chat's own text fields from the page. Key events leave a shadow root with the
 * chat as their target, so that a page which asks whether `event.target` is a text field takes them for shortcuts: a `/`
 * moved focus into its search box, and an arrow turned its carousel.
 *
 * @param root the chat's shadow root; listeners in it come first
 */
export function containTyping(root: ShadowRoot, signal: AbortSignal): void {
  for (const type of ['keydown', 'keypress', 'keyup'])
    root.addEventListener(type, (event) => stopTyping(root, event), { signal });
}

function stopTyping(root: ShadowRoot, event: Event): void {
  const [field] = event.composedPath();
  // A field that the page has slotted in is the target for the page, too.
  const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
  const isOwn = isField && field.getRootNode() === root;
  // A browser that fills a form fires key events without a key.
  if (isOwn && event instanceof KeyboardEvent && isTyping(event)) event.stopPropagation();
}

/** Whether a key writes, or moves in the text: neither leaves the field (Escape, Tab) nor is a command (Ctrl+K). */
function isTyping(event: KeyboardEvent): boolean {
  // Every key of an input method is its own, also the Escape that ends a composition.
  if (event.isComposing) return true;
  if (event.key === 'Escape' || event.key === 'Tab') return false;
  // AltGr, by which many layouts write "@", is Ctrl+Alt on Windows.
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.metaKey);
}
