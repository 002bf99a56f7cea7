/** Styles that stop an element from scrolling. The scrollbar's gutter is kept, so that nothing on the page moves. */
const NO_SCROLL_STYLES: Readonly<Record<string, string>> = {
  'overflow-x': 'hidden',
  'overflow-y': 'hidden',
  'overscroll-behavior': 'none',
  'scrollbar-gutter': 'stable',
};

/**
 * Stops the page from scrolling. Returns a function that restores these styles and the scroll position; other styles may have
 * changed meanwhile.
 */
export function lockPage(): () => void {
  const left = scrollX;
  const top = scrollY;
  const restores = listScrollers().map(lock);
  return () => {
    for (const restore of restores) restore();
    if (scrollX !== left || scrollY !== top) scrollTo({ left, top, behavior: 'instant' });
  };
}

/**
 * The elements whose `overflow` decides whether the page scrolls, see
 * https://www.w3.org/TR/css-overflow-3/#overflow-propagation
 */
function listScrollers(): readonly HTMLElement[] {
  const { documentElement: root, body } = document;
  if (hasVisibleOverflow(body)) return [root];
  return hasVisibleOverflow(root) ? [body] : [root, body];
}

function hasVisibleOverflow(element: Element): boolean {
  return getComputedStyle(element).overflowY === 'visible';
}

function lock(element: HTMLElement): () => void {
  const { style } = element;
  const hadStyle = element.hasAttribute('style');
  const hasScrollbar = innerWidth > document.documentElement.clientWidth;
  const names = Object.keys(NO_SCROLL_STYLES).filter((name) => hasScrollbar || name !== 'scrollbar-gutter');
  const before = names.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
  for (const name of names) style.setProperty(name, NO_SCROLL_STYLES[name] ?? '', 'important');
  return () => {
    for (const [name = '', value = '', priority] of before) {
      style.removeProperty(name);
      if (value) style.setProperty(name, value, priority);
    }
    // Read before it is removed: Chromium updates a `style` attribute only when it is read, and would write it again, empty.
    if (!hadStyle && !element.getAttribute('style')) element.removeAttribute('style');
  };
}
