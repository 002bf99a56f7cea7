import { FORMULA, isDisplayFormula } from '../../base/formula.ts';

/**
 * Draws the formulas of a conversation in place of their LaTeX; a formula that cannot be drawn stays LaTeX. `content` must be
 * in a document; `addStyles` adds style sheets to it.
 */
export async function drawFormulas(content: Element, addStyles: (css: string) => void): Promise<void> {
  const codes = content.querySelectorAll(FORMULA);
  if (codes.length === 0) return;
  const drawing = await import('../formulas/formulas.ts').catch(() => undefined);
  if (!drawing) return;
  addStyles(drawing.mathStyles);
  const isSpelled = !drawing.drawsRadicals(content);
  for (const code of codes) {
    const isDisplay = isDisplayFormula(code);
    const math = drawing.drawFormula(code.textContent.trim(), isDisplay);
    if (math && isSpelled) drawing.spellRadicals(math);
    const box = isDisplay ? code.closest('pre') : code;
    if (math) (box ?? code).replaceWith(math);
  }
}
