import { html as litHtml, type TemplateResult } from 'lit/html.js';

export { noChange, nothing, render, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';

/**
 * Lit's `html`, with each listener wrapped in an object. Lit passes a listener to `addEventListener` also as the options. On a
 * page with the library Sugar every function has a property `once`, so each control would work only once.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult {
  return litHtml(
    strings,
    ...values.map((value) => (typeof value === 'function' ? { handleEvent: value } : value)),
  );
}
