import { expect } from 'chai';
import { drawFormulas } from '../../../../../widget/ui/features/export/draw-formulas.ts';
import { drawsRadicals } from '../../../../../widget/ui/features/formulas/radicals.ts';

describe('formulas in an export for printing', () => {
  it('have the sign of a root where the browser draws none', async () => {
    const page = document.createElement('div');
    const code = Object.assign(document.createElement('code'), { className: 'language-math' });
    code.append(String.raw`\sqrt{2}`);
    page.append(code);
    document.body.append(page);
    await drawFormulas(page, () => undefined);
    const hasSign = page.textContent === '√2';
    expect(hasSign).to.equal(!drawsRadicals(page));
    expect(page.querySelectorAll('msqrt').length).to.equal(hasSign ? 0 : 1);
    page.remove();
  });
});
