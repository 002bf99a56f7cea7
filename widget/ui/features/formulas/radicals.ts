import { MATHML } from './draw-formula.ts';

/**
 * Whether the browser draws the sign of a root. Chromium needs a mathematical font for it, which Android and Linux may lack;
 * without the font it leaves the sign out, so that √2 reads 2. Measures widths in `root`, which must be in a document.
 */
export function drawsRadicals(root: ShadowRoot | Element): boolean {
  const sample = create('math', create('mn', '1'));
  root.append(sample);
  const { width } = sample.getBoundingClientRect();
  sample.replaceChildren(create('msqrt', create('mn', '1')));
  const isWider = sample.getBoundingClientRect().width > width;
  sample.remove();
  return isWider;
}

/** Replaces roots by the character √ and a line above its content. */
export function spellRadicals(math: Element): void {
  for (const radical of math.querySelectorAll('msqrt, mroot')) {
    const [base, index] = radical.localName === 'mroot' ? [...radical.children] : [];
    const content = create('mrow', ...(base ? [base] : radical.childNodes));
    content.setAttribute('class', 'tml-overline');
    const sign = create('mo', '√');
    sign.setAttribute('stretchy', 'false');
    const degree = index ? [create('msup', create('mrow'), index)] : [];
    radical.replaceWith(create('mrow', ...degree, sign, content));
  }
}

function create(name: string, ...children: readonly (Node | string)[]): Element {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}
