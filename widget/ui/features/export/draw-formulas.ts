import { FORMULA, isDisplayFormula } from '../../base/formula.ts';

/** Draws the formulas of a conversation in place of their LaTeX, which stays where they cannot be drawn; resolves to the styles that they need. */
export async function drawFormulas(content: DocumentFragment): Promise<string> {
  const codes = content.querySelectorAll(FORMULA);
  if (codes.length === 0) return '';
  const drawing = await import('../formulas/formulas.ts').catch(() => undefined);
  if (!drawing) return '';
  for (const code of codes) {
    const isDisplay = isDisplayFormula(code);
    const math = drawing.drawFormula(code.textContent.trim(), isDisplay);
    const box = isDisplay ? code.closest('pre') : code;
    if (math) (box ?? code).replaceWith(math);
  }
  return drawing.mathStyles;
}
