/** Least difference between two channels, of 15, at which a colour has a hue: the slate of many dark headers has 2. */
const LEAST_DIFFERENCE = 3;

/** The page's `theme-color` as a brand colour, after a token of the page; empty where it is none, or grey, or not in hexadecimal notation. */
export function pageAccent(): string {
  const color = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content ?? '';
  // The first digit of each channel, of `#f60` and of `#ff6600`, the least one first.
  const [least, , most] = /^#(.).?(.).?(.).?$/.exec(color)?.slice(1).toSorted() ?? [];
  const hasHue = Number(`0x${most}`) - Number(`0x${least}`) >= LEAST_DIFFERENCE;
  return hasHue ? `var(--cf-ai-chat-accent-color,${color})` : '';
}
