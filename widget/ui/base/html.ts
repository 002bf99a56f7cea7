import { html as litHtml, type TemplateResult } from 'lit/html.js';

export { noChange, nothing, render, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';

/**
 * Lit's `html`, with every listener in an object. Lit hands a listener to `addEventListener` as its options too, and on a
 * page with Sugar every function has a `once`: each control would work a single time.
 */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): TemplateResult {
  return litHtml(
    strings,
    ...values.map((value) => (typeof value === 'function' ? { handleEvent: value } : value)),
  );
}
