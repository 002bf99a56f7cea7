/**
 * Distance in layout pixels from the top of a scroller's view to the top of an element in it. `getBoundingClientRect` gives
 * screen pixels, which are smaller while the opening animation scales the panel.
 */
export function positionIn(scroller: HTMLElement, element: Element): number {
  const { top, height } = scroller.getBoundingClientRect();
  return ((element.getBoundingClientRect().top - top) * scroller.offsetHeight) / height;
}
