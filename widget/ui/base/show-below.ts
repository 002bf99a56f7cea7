const MARGIN_PX = 12;

/** Scrolls the transcript down until an element that the visitor has opened is in view; never past its start. */
export function showBelow(root: Element, selector: string): void {
  const view = root.querySelector('.transcript');
  const opened = view?.querySelector(selector)?.getBoundingClientRect();
  if (!view || !opened) return;
  const { top, bottom } = view.getBoundingClientRect();
  const hidden = opened.bottom + MARGIN_PX - bottom;
  if (hidden > 0) view.scrollTop += Math.min(hidden, opened.top - MARGIN_PX - top);
}
