/** Selects code elements with formulas: `\(x\)` has the class `language-math`, `\[x\]` has `language-math-display`. */
export const FORMULA = "code:is([class='language-math'],[class='language-math-display'])";

/**
 * The element before a formula's code, with the drawn formula in its shadow root. Because of the hyphen the renderer leaves it
 * alone.
 */
export const DRAWN_FORMULA = 'cf-ai-chat-formula';

/** Whether a formula is shown on lines of its own: it was written so, or stands in a code block. */
export function isDisplayFormula(code: Element): boolean {
  return code.className === 'language-math-display' || code.parentElement?.localName === 'pre';
}

/**
 * A formula in markdown syntax, with dollars, which most editors understand.
 *
 * @example
 * markFormula(code); // '$x_1$', or '$$x_1$$' for a formula on lines of its own
 */
export function markFormula(code: Element): string {
  const mark = isDisplayFormula(code) ? '$$' : '$';
  return mark + code.textContent.trim() + mark;
}
