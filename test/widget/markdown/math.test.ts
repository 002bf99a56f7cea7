import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { PRICES } from './prices.ts';
import { eachFrame, words } from './streamed.ts';

const FORMULA = '[class^="language-math"]';

function formulasIn(markdown: string): (string | undefined)[] {
  return [...renderMarkdown(markdown).querySelectorAll(FORMULA)].map(({ textContent }) =>
    textContent?.trim(),
  );
}

describe('formulas in markdown', () => {
  for (const [markdown, formulas] of [
    [String.raw`Euler: \(e^{i\pi} + 1 = 0\).`, [String.raw`e^{i\pi} + 1 = 0`]],
    [String.raw`\[ x\,y \{a\} \]`, [String.raw`x\,y \{a\}`]],
    [String.raw`- \[ a_1 * b_1 * c \] and *more*`, ['a_1 * b_1 * c']],
    ['$a_b$ and $c_d$, *$x * y$*', ['a_b', 'c_d', 'x * y']],
    ['The formula:\n$$\nx\n= y\n- z\n+ 1\n$$\nwhere $x$', ['x\n= y\n- z\n+ 1', 'x']],
    ['The formula:\n\\[\nx\n=\ny\n\\]\n', ['x\n=\ny']],
    ['1. One\n   $$\n   x\n   $$\n2. Two\n\\[\ny_1\n\\]\n\n> $$z$$', ['x', 'y_1', 'z']],
    ['| $a$ | b |\n| - | - |\n| \\(c\\) | $$d$$ |', ['a', 'c', 'd']],
    ['其中$x$是变量，$y$也是', ['x', 'y']],
    ['$\\$5 < x$, $n$-th, ($k$)', ['\\$5 < x', 'n', 'k']],
    ['So E=$mc^2$, P(A)=$\\frac{1}{2}$, slope=$-1$ and x_$i$', ['mc^2', '\\frac{1}{2}', '-1', 'i']],
    ['```math\nx^2\n```', ['x^2']],
    ['`$x$` \\$y$ z$w$ $ a$ $b $ $c$d', []],
    ['\\[1\\] Title, \\[not a link\\](x), \\[a\\] b', []],
    ['$$\nnever closed\n\nnext', []],
    ['$(foo).html($(bar))', []],
  ] as const) {
    it(`are ${JSON.stringify(formulas)} in ${JSON.stringify(markdown)}`, () => {
      expect(formulasIn(markdown)).to.deep.equal(formulas);
    });
  }

  it('are not found in prices and in names of variables', () => {
    for (const sentence of PRICES) {
      expect(formulasIn(sentence), sentence).to.deep.equal([]);
      eachFrame(sentence, 1, (box) => expect(box.querySelector(FORMULA), sentence).to.equal(null));
    }
  });

  it('grow in the same element, without showing their delimiters', () => {
    for (const markdown of [
      String.raw`So \(a_1 = \frac{1}{2}\) is half.`,
      'So $a_1 = \\frac{1}{2}$ is half.',
      'So E=$mc^2$ is energy.',
      'So:\n\n$$\na_1 = \\frac{1}{2} \\\\\n- b\n$$\n\nis half.',
      'So:\n\\[\na_1 = \\frac{1}{2}\n\\]\nis half.',
      '- Half: \\[ a_1 = 2 \\]\n- more',
    ]) {
      const final = words(renderMarkdown(markdown));
      let formula: Element | null = null;
      eachFrame(markdown, 1, (box, received) => {
        expect(final.startsWith(words(box)), `${received} shows ${words(box)}`).to.equal(true);
        if (formula) expect(box.contains(formula), received).to.equal(true);
        formula ??= box.querySelector(FORMULA);
      });
      expect(formula).not.to.equal(null);
    }
  });

  it('become text at the end of the answer where the delimiter was never closed', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('So $$x = 1 and \\(y');
    stream.flush();
    expect(box.querySelector(FORMULA)?.textContent).to.equal('x = 1 and \\(y');
    stream.end();
    expect(box.textContent).to.equal('So $$x = 1 and (y\n');
  });
});
