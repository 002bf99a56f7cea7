/**
 * Tags a style sheet's text. Not Lit's `css`: its checks, and the class it makes, would be in every page
 * load, and nothing but our own constants is interpolated.
 */
export function css(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: strings }, ...values);
}

/** Shadow roots keep their sheets when their panel is disposed and made again. */
const STYLED = new WeakSet<ShadowRoot>();

/** Adds style sheets to a shadow root after those it has; once for each root. */
export function addStyles(root: ShadowRoot, ...texts: readonly string[]): void {
  if (STYLED.has(root)) return;
  STYLED.add(root);
  for (const text of texts) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
