import { Random } from './random.ts';

const WORDS = (
  'the answer model streams tokens while you read and nothing flickers here because blocks freeze once their ' +
  'next line is known 5 * 3 a_b snake_case_name R&D e.g. i.e. www.example.com https://example.com/a?b=c&d me@example.com ' +
  'שלום עולם مرحبا 你好 😀 👩‍💻 naïve x<y y>x 1. - # | = "quoted" (parens) [1] [x] ~5 C:\\dir \\* \\` 100%'
).split(' ');

const ENTITIES = [
  '&amp;',
  '&copy;',
  '&notit;',
  '&#42;',
  '&#x1F600;',
  '&#0;',
  '&#13;',
  '&bogus;',
  '&amp',
  '&lt;b&gt;',
];
const LABELS = ['one', 'two', 'Three', 'never', 'the label'];
const URLS = [
  'https://example.com/x',
  '/relative',
  '<a b>',
  'javascript:alert(1)',
  'mailto:a@b.c',
  '#x',
  'a(b)c',
  '',
];
/** Characters of a document, at most. */
const MAX_LENGTH = 4000;
const NOISE = '*_~`[]()<>!#-+=|\\&:"\' \n\tab1.';

/** Writes markdown that is meant to be nasty: every construct, nested, cut short, and next to every other. */
export class MarkdownWriter {
  readonly #random: Random;
  /** Raw HTML takes hold of all that follows, so not every document has it. */
  readonly #hasHtml: boolean;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#hasHtml = this.#random.chance(0.5);
  }

  /** A document of a few to a few dozen blocks. */
  document(): string {
    const random = this.#random;
    const size = random.pick([1, 2, 3, 4, 6, 8, 16, 30]);
    const blocks = random.some(1, size, () => this.block(0));
    let text = blocks
      .map((block) => block + random.pick(['\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '\n \n']))
      .join('');
    text = text.slice(0, MAX_LENGTH);
    if (random.chance(0.2)) text = text.slice(0, random.below(text.length));
    // As answers do that have references: all of them defined, at the end.
    if (random.chance(0.8)) text += LABELS.map((label) => `\n\n[${label}]: /defined`).join('');
    if (random.chance(0.5)) text = text.trimEnd();
    return random.chance(0.1) ? text.replaceAll('\n', random.pick(['\r\n', '\r'])) : text;
  }

  /** One block, without the line end behind it. */
  block(depth: number): string {
    const random = this.#random;
    const containers = depth < 4 ? 5 : 0;
    switch (random.below(13 + containers)) {
      case 0:
        return `${'#'.repeat(1 + random.below(7))}${random.pick([' ', ' ', '', '\t'])}${this.inlines()}${random.pick(['', ' #', ' ##  '])}`;
      case 1:
        return `${this.lines()}\n${random.pick(['===', '---', '-', '=', '--  '])}`;
      case 2:
        return this.#fence();
      case 3:
        return random.some(1, 4, () => `${random.pick(['    ', '\t', '     '])}${this.inlines()}`).join('\n');
      case 4:
        return this.#table();
      case 5:
        return random.pick(['---', '***', '* * *', '- - -', '___', '--', '- -']);
      case 6:
        return this.#hasHtml ? this.#html(depth) : this.lines();
      case 7:
        return this.#definition();
      case 8:
        return random.some(1, 40, () => random.pick([...NOISE])).join('');
      case 9:
      case 10:
      case 11:
      case 12:
        return this.lines();
      case 13:
        return this.#quote(depth);
      default:
        return this.#list(depth);
    }
  }

  /** A paragraph's worth of lines. */
  lines(): string {
    return this.#random
      .some(1, 3, () => this.inlines())
      .join(this.#random.pick(['\n', '\n', '  \n', '\\\n', '\n  ']));
  }

  /** One line of inline constructs. */
  inlines(depth = 0): string {
    const most = this.#random.chance(0.05) ? 80 : 5;
    return this.#random.some(1, most, () => this.#inline(depth)).join(this.#random.pick([' ', ' ', ' ', '']));
  }

  #words(): string {
    return this.#random.some(1, 6, () => this.#random.pick(WORDS)).join(' ');
  }

  #inline(depth: number): string {
    const random = this.#random;
    const inner = (): string => (depth < 3 ? this.inlines(depth + 1) : this.#words());
    switch (random.below(22)) {
      case 0: {
        const mark = random.pick(['*', '**', '***', '_', '__', '~~', '~']);
        return `${mark}${inner()}${random.chance(0.85) ? mark : ''}`;
      }
      case 1: {
        const ticks = random.pick(['`', '`', '``', '```']);
        return `${ticks}${this.#words()}${random.chance(0.9) ? ticks : ''}`;
      }
      case 2:
        return `[${inner()}](${random.pick(URLS)}${random.pick(['', '', ' "title"', " 'it''s'"])}${random.chance(0.9) ? ')' : ''}`;
      case 3:
        return `![${inner()}](${random.pick(URLS)}${random.chance(0.9) ? ')' : ''}`;
      case 4:
        return `[${this.#words()}][${random.pick(LABELS)}]`;
      case 5:
        return `[${random.pick(LABELS)}]${random.pick(['', '[]'])}`;
      case 6:
        return random.pick([
          '<https://example.com>',
          '<me@example.com>',
          '<javascript:alert(1)>',
          'https://example.com/*a*',
        ]);
      case 7:
        return random.pick(ENTITIES);
      case 8:
        return this.#hasHtml ? this.#inlineHtml(inner) : this.#words();
      case 9:
        return random.pick(['\\', '\\*', '\\[', '*', '_', '`', '[', ']', '![', '<', '**', '~~', '!', '|']);
      default:
        return this.#words();
    }
  }

  #inlineHtml(inner: () => string): string {
    const tag = this.#random.pick([
      'b',
      'kbd',
      'sub',
      'span',
      'a href="https://example.com"',
      'code',
      'x-y',
      'script',
      'u',
    ]);
    const [name] = tag.split(' ');
    if (this.#random.chance(0.3))
      return this.#random.pick([
        '<br>',
        '<br/>',
        '<img src=x onerror=alert(1)>',
        '<!-- c -->',
        '<wbr>',
        '</p>',
      ]);
    return `<${tag}>${inner()}${this.#random.chance(0.8) ? `</${name}>` : ''}`;
  }

  #html(depth: number): string {
    const random = this.#random;
    const inner = depth < 3 ? this.block(depth + 2) : this.#words();
    const tag = random.pick([
      'div',
      ...Array<string>(6).fill('details'),
      ...Array<string>(3).fill('details open'),
      'section',
      'p',
      'table',
      'ul',
      'blockquote',
      'title',
      'style',
      'pre',
      'form',
      'li',
      'td',
    ]);
    const gap = random.pick(['\n\n', '\n']);
    const [name] = tag.split(' ');
    const open = name === 'details' ? `<${tag}>\n<summary>More</summary>` : `<${tag}>`;
    return random.pick([
      `${open}${gap}${inner}${gap}</${name}>`,
      `${open}${gap}${inner}`,
      `<!-- ${this.#words()}\n\n${this.#words()} -->`,
      `</${name}>`,
      `<${tag} class="x" style="color:red" id=y onclick="z()">${this.#words()}</${name}>`,
      '<br>',
    ]);
  }

  #fence(): string {
    const random = this.#random;
    const mark = random.pick(['```', '```', '~~~', '````']);
    const indent = random.pick(['', '', '', '  ']);
    const lines = random.some(
      0,
      random.chance(0.05) ? 80 : 5,
      () => indent + random.pick([this.#words(), '', '  indented', '``', '# no heading', '<b>']),
    );
    const end = random.chance(0.8) ? [indent + mark] : [];
    return [
      indent + mark + random.pick(['', 'js', 'ts title="x"', 'c++', ' py &amp;']),
      ...lines,
      ...end,
    ].join('\n');
  }

  #table(): string {
    const random = this.#random;
    const columns = 1 + random.below(4);
    const cell = (): string => this.inlines(2).replaceAll('\n', ' ');
    const row = (count: number): string => {
      const cells = Array.from({ length: Math.max(1, count) }, cell).join(' | ');
      return random.chance(0.8) ? `| ${cells} |` : cells;
    };
    const rule = Array.from({ length: columns }, () => random.pick(['---', ':--', '--:', ':-:', '-'])).join(
      ' | ',
    );
    const rows = random.some(0, random.chance(0.1) ? 30 : 4, () =>
      row(random.chance(0.8) ? columns : random.below(5)),
    );
    return [row(random.chance(0.95) ? columns : columns + 1), `| ${rule} |`, ...rows].join('\n');
  }

  #definition(): string {
    const random = this.#random;
    const url = random.pick(['https://example.com/def', '</a b>', '/x', 'javascript:alert(1)']);
    return `[${random.pick(LABELS)}]: ${url}${random.pick(['', '', ' "title"', '\n"title on its own line"', ' "unclosed', " 'x'"])}`;
  }

  #quote(depth: number): string {
    const random = this.#random;
    const lines = random
      .some(1, 4, () => this.block(depth + 1))
      .join(random.pick(['\n\n', '\n']))
      .split('\n');
    const isLazy = random.chance(0.2);
    return lines
      .map((line, index) =>
        isLazy && index > 0 && random.chance(0.4) ? line : random.pick(['> ', '> ', '>', ' > ']) + line,
      )
      .join('\n');
  }

  #list(depth: number): string {
    const random = this.#random;
    const isOrdered = random.chance(0.3);
    const start = random.pick([1, 1, 1, 0, 7]);
    const bullet = random.pick(['-', '*', '+']);
    const gap = random.chance(0.3) ? '\n\n' : '\n';
    const items = random.some(1, random.chance(0.1) ? 30 : 5, () =>
      random.some(1, 2, () => this.block(depth + 1)).join(random.pick(['\n\n', '\n'])),
    );
    return items
      .map((item, index) => {
        const marker = `${isOrdered ? `${start + index}.` : bullet} `;
        const task = random.chance(0.1) ? random.pick(['[ ] ', '[x] ', '[x]']) : '';
        const indent = ' '.repeat(random.chance(0.9) ? marker.length : random.below(5));
        return marker + task + item.replaceAll('\n', `\n${indent}`);
      })
      .join(random.chance(0.9) ? gap : '\n\n');
  }
}
