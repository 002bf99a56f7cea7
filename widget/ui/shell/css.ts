/**
 * Tags a style sheet's text. Not Lit's `css`: its checks, and the class it makes, would be in every page
 * load, and nothing but our own constants is interpolated.
 */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values);
}

/** One sheet for all shadow roots; it stays there when a panel is disposed and made again. */
const SHEETS = new Map<string, CSSStyleSheet>();

/** Adds style sheets to a shadow root after those it has; each once. */
export function addStyles(root: ShadowRoot, ...texts: readonly string[]): void {
  for (const text of texts) {
    const sheet = SHEETS.get(text) ?? new CSSStyleSheet();
    if (root.adoptedStyleSheets.includes(sheet)) continue;
    sheet.replaceSync(text);
    SHEETS.set(text, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
