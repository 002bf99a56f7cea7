import temml from 'temml';

/** The namespace of MathML elements. */
export const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** A longer formula stays LaTeX: drawing takes time for each character, and no visitor reads such a formula. */
const MAX_CHARACTERS = 5_000;

/**
 * Commands that define macros are refused: a macro of 2,400 characters, used a thousand times, makes more than two million
 * nodes.
 */
const DEFINITION = /\\(?:[egx]?def|(?:future)?let|(?:re)?newcommand|providecommand)(?![a-z@])/i;

/** The largest size that a formula may use, in em and in points. */
const MAX_SIZE: [number, number] = [10, 100];

/**
 * The largest height of a formula above and below its characters, in em. Temml does not limit depth, and several \raisebox add
 * up.
 */
const MAX_ROOM = 30;

/** The colour of unknown or forbidden commands in Temml's result. */
const ERROR_COLOR = '#bad';

/**
 * Allowed elements: those of MathML Core, and `menclose` for frames. With the attributes below, none of them loads, links or
 * runs anything.
 */
const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
);
const ATTRIBUTE =
  /^(?:accent|accentunder|columnalign|columnspan|depth|display|displaystyle|fence|form|height|largeop|linethickness|lspace|mathvariant|maxsize|minsize|movablelimits|notation|rowspacing|rowspan|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/;
/** Allowed styles: the lines of a table, and the space between its cells. No colours and no positions. */
const STYLE = /^(?:border|fontWeight|math-?depth|padding|textAlign|width$)/i;
const CLASS = /^[a-z\d-]+$/;

/** A node of Temml's tree: an element, a text, or a list of nodes. */
interface MathTree {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, unknown>>;
  readonly children?: readonly MathTree[];
}

/**
 * A formula as MathML; `undefined` where it has an error, contains a refused command such as `\href` or `\def`, or is too
 * high. Built from Temml's tree (0.13.5), not with `temml.render`: that would load a model's image as soon as the element is
 * created.
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
    // The model made a syntax error, or brackets are nested too deeply: the LaTeX source helps more than an error message.
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

/** Sets styles as properties: a page's policy may forbid the `style` attribute. */
function setStyle({ style }: MathMLElement, values: NonNullable<MathTree['style']>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!STYLE.test(name) || !/^[\w.% -]+$/.test(String(value))) continue;
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    style.setProperty(property, String(value));
  }
}
