/** The code elements that hold formulas: `\(x\)` is `language-math`, `\[x\]` is `language-math-display`. */
export const FORMULA = "code:is([class='language-math'],[class='language-math-display'])";

/** The element before a formula's code, in whose shadow root the formula is drawn; with a hyphen, so that the renderer leaves it alone. */
export const DRAWN_FORMULA = 'cf-ai-chat-formula';

/** Whether a formula stands on lines of its own, or was written as if it did. */
export function isDisplayFormula(code: Element): boolean {
  return code.className === 'language-math-display' || code.parentElement?.localName === 'pre';
}

/**
 * A formula as it is written in markdown, with dollars, which most editors read.
 *
 * @example
 * markFormula(code); // '$x_1$', or '$$x_1$$' for a formula on lines of its own
 */
export function markFormula(code: Element): string {
  const mark = isDisplayFormula(code) ? '$$' : '$';
  return mark + code.textContent.trim() + mark;
}
