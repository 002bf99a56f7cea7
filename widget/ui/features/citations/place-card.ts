/** Distance between the card and the edges of the panel. */
const MARGIN_PX = 12;

/** Distance between the card and its chip: less than a line, so that the pointer can reach the card. */
const GAP_PX = 5;

/**
 * Positions a card in the panel, below its chip or, without enough room in the view, above it. Returns whether the chip is
 * visible. Reads the layout.
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
