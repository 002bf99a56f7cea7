/**
 * Tags a style sheet's text. Not Lit's `css`: its checks, and the class it makes, would be in every page
 * load, and nothing but our own constants is interpolated.
 */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values);
}

/** One sheet for all shadow roots; it stays there when a panel is disposed and made again. */
const SHEETS = new Map<string, CSSStyleSheet>();

/** Adds a style sheet to a shadow root after those it has, once. */
export function addStyles(root: ShadowRoot, text: string): void {
  const sheet = sheetOf(text);
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/**
 * Fills a sheet once: WebKit ends the page's process where the text of a sheet is replaced that a shadow root has whose host
 * is gone.
 */
function sheetOf(text: string): CSSStyleSheet {
  const known = SHEETS.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  SHEETS.set(text, sheet);
  return sheet;
}
