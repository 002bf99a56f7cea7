/**
 * Tags the text of a style sheet. Lit's `css` is not used: its checks and its class would be part of every page load, and only
 * our own constants are inserted here.
 */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values);
}

/** Style sheets by their text, each shared by all shadow roots. They stay when a panel is disposed and created again. */
const SHEETS = new Map<string, CSSStyleSheet>();

/** Adds a style sheet to a shadow root, after its other sheets; does nothing if it has this one. */
export function addStyles(root: ShadowRoot, text: string): void {
  const sheet = sheetOf(text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/**
 * Creates and fills a sheet once. WebKit crashes the page's process when the text of a sheet is replaced while a shadow root
 * without a host still uses it.
 */
function sheetOf(text: string): CSSStyleSheet {
  const known = SHEETS.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  SHEETS.set(text, sheet);
  return sheet;
}
