import temml from 'temml';

/** The namespace of its elements. */
export const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Longer formulas stay text: each character costs time, and no visitor reads them. */
const MAX_CHARACTERS = 5_000;

/** Definitions multiply: a body of 2,400 characters, used a thousand times, is more than two million nodes in one go. */
const DEFINITION = /\\(?:[egx]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![a-z@])/i;

/** The most that a formula may ask of space, in em and in points. */
const MAX_SIZE: [number, number] = [10, 100];

/** The room above and below its characters that a formula may ask for, in em: Temml limits no depth, and \raisebox adds up. */
const MAX_ROOM = 30;

/** The colour in which Temml shows what it does not know or may not do. */
const ERROR_COLOR = '#bad';

/** Elements of MathML Core, and `menclose` for frames; none of them loads, links or runs anything without the attributes below. */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
);
const ATTRIBUTE =
  /^(?:accent|accentunder|columnalign|columnspan|depth|display|displaystyle|fence|form|height|largeop|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|notation|rowspacing|rowspan|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/;
/** The lines of a table and the space between its cells; no colours and no positions. */
const STYLE = /^(?:border|fontWeight|math-?depth|padding|textAlign|width$)/i;
const CLASS = /^[a-z\d-]+$/;

/** A node of Temml's: an element, a text, or a list of nodes. */
interface MathTree {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathTree[];
}

/**
 * A formula as MathML; `undefined` where it has an error, a command that is refused, such as `\href` or `\def`, or is too high. Built from Temml's tree
 * (0.13.5), and not by `temml.render`: with that, an image of the model's would load as soon as it was made.
 *
 * @example
 * drawFormula('x_1', false); // <math><msub><mi>x</mi><mn>1</mn></msub></math>
 * drawFormula('\\frac{a', false); // undefined
 */
export function drawFormula(latex: string, isDisplay: boolean): Element | undefined {
  if (latex.length > MAX_CHARACTERS || DEFINITION.test(latex)) return undefined;
  const root = document.createElementNS(MATHML, 'math');
  try {
    append(root, treeOf(latex, isDisplay));
  } catch {
    // An error of the model's, or more levels of brackets than the stack holds: the source says more than a message.
    return undefined;
  }
  return roomOf(root) > MAX_ROOM ? undefined : (root.firstElementChild ?? undefined);
}

/** The sum of all heights, depths and shifts, in em. */
function roomOf(math: Element): number {
  const sizes = [...math.querySelectorAll('*')].flatMap((element) =>
    ['height', 'depth', 'voffset'].map((name) => element.getAttribute(name) ?? ''),
  );
  return sizes.reduce(
    (sum, size) => sum + (Math.abs(Number.parseFloat(size)) || 0) * (size.endsWith('em') ? 1 : 0.1),
    0,
  );
}

function treeOf(latex: string, displayMode: boolean): MathTree {
  const options = { displayMode, throwOnError: true, errorColor: ERROR_COLOR, maxSize: MAX_SIZE };
  return temml.__renderToMathMLTree(latex, options);
}

function append(parent: Element, { type, text, attributes, classes, style, children }: MathTree): void {
  if (style?.['color'] === ERROR_COLOR) throw new TypeError('expected a command that is known and allowed');
  if (text) parent.append(text);
  const isElement = type !== undefined && ELEMENTS.has(type);
  const element = isElement ? document.createElementNS(MATHML, type) : parent;
  if (isElement) {
    setAttributes(element, attributes ?? {});
    setStyle(element as MathMLElement, style ?? {});
    const names = (classes ?? []).filter((name) => CLASS.test(name));
    if (names.length > 0) element.setAttribute('class', names.join(' '));
    parent.append(element);
  }
  for (const child of children ?? []) append(element, child);
}

function setAttributes(element: Element, attributes: NonNullable<MathTree['attributes']>): void {
  for (const [name, value] of Object.entries(attributes))
    if (ATTRIBUTE.test(name)) element.setAttribute(name, String(value));
}

/** By property: a page's policy may forbid the attribute. */
function setStyle({ style }: MathMLElement, values: NonNullable<MathTree['style']>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!STYLE.test(name) || !/^[\w.% -]+$/.test(String(value))) continue;
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    style.setProperty(property, String(value));
  }
}
