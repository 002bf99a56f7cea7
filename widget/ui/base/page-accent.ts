/**
 * A colour counts as coloured if two of its channels differ by this much, out of 15. The slate of many dark headers has 2 and
 * counts as grey.
 */
const LEAST_DIFFERENCE = 3;

/**
 * The page's `theme-color` as CSS for the brand colour; a custom property of the page has precedence. Empty where the colour
 * is missing, grey, or not hexadecimal.
 */
export function pageAccent(): string {
  const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content ?? '';
  // The first digit of each channel in `#f60` or `#ff6600`, sorted.
  const [least, , most] = /^#(.).?(.).?(.).?$/.exec(color)?.slice(1).toSorted() ?? [];
  const hasHue = Number(`0x${most}`) - Number(`0x${least}`) >= LEAST_DIFFERENCE;
  return hasHue ? `var(--cf-ai-chat-accent-color,${color})` : '';
}
