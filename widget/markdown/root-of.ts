/** The element around the blocks of a section. Markdown has none with a hyphen. */
export const SECTION = 'cf-ai-chat-section';

/** The element that holds the sections, for one of them or for itself. */
export function rootOf(current: HTMLElement): HTMLElement {
  return (current.localName === SECTION && current.parentElement) || current;
}
