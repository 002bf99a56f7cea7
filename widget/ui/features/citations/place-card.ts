/** Between the card and the edges of the panel. */
const MARGIN_PX = 12;

/** Between the card and its chip: less than a line, so that a pointer gets there. */
const GAP_PX = 5;

/**
 * Places a card in the panel, under its chip or, where there is no room in the view, over it. Returns whether the chip is in
 * view; reads the layout.
 */
export function placeCard(card: HTMLElement, chip: Element, view: Element, panel: HTMLElement): boolean {
  const chipBox = chip.getBoundingClientRect();
  const viewBox = view.getBoundingClientRect();
  if (chipBox.bottom < viewBox.top || chipBox.top > viewBox.bottom) return false;
  const panelBox = panel.getBoundingClientRect();
  const left = chipBox.left + chipBox.width / 2 - card.offsetWidth / 2 - panelBox.left - panel.clientLeft;
  const maxLeft = panel.clientWidth - card.offsetWidth - MARGIN_PX;
  const fitsUnder = chipBox.bottom + GAP_PX + card.offsetHeight <= viewBox.bottom;
  const top = fitsUnder ? chipBox.bottom + GAP_PX : chipBox.top - GAP_PX - card.offsetHeight;
  card.style.left = `${Math.max(MARGIN_PX, Math.min(left, maxLeft))}px`;
  card.style.top = `${Math.max(MARGIN_PX, top - panelBox.top - panel.clientTop)}px`;
  return true;
}
