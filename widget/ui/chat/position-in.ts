/**
 * Pixels of the layout from the top of a scroller's view to the top of an element in it. The rectangles that browsers give
 * are those of the screen: smaller while a panel that opens grows from its launcher.
 */
export function positionIn(scroller: HTMLElement, element: Element): number {
  const { top, height } = scroller.getBoundingClientRect();
  return ((element.getBoundingClientRect().top - top) * scroller.offsetHeight) / height;
}
