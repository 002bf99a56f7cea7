/** Styles that keep an element from scrolling. The gutter stays, so that nothing on the page moves. */
const LOCK: Readonly<Record<string, string>> = {
  'overflow-x': 'hidden',
  'overflow-y': 'hidden',
  'overscroll-behavior': 'none',
  'scrollbar-gutter': 'stable',
};

/**
 * Keeps the page from scrolling. Returns a function that restores its styles, of which the page may have changed others
 * meanwhile, and its position.
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

/** The elements whose `overflow` decides whether the page scrolls: https://www.w3.org/TR/css-overflow-3/#overflow-propagation */
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
  const names = Object.keys(LOCK).filter((name) => hasScrollbar || name !== 'scrollbar-gutter');
  const before = names.map((name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
  for (const name of names) style.setProperty(name, LOCK[name] ?? '', 'important');
  return () => {
    for (const [name = '', value = '', priority] of before) {
      style.removeProperty(name);
      if (value) style.setProperty(name, value, priority);
    }
    // Removed unread, it would be there again, empty: Chromium writes it when it is read.
    if (!hadStyle && !element.getAttribute('style')) element.removeAttribute('style');
  };
}
