import * as fc from 'fast-check';

/** A document and the lengths of the pieces in which it arrives; the last piece is the remainder. */
export interface StreamedDocument {
  readonly markdown: string;
  readonly lengths: readonly number[];
}

const WORD = fc.constantFrom(
  ...(
    'the answer model streams tokens while you read snake_case_name 2*3*4 R&D e.g. www.example.com me@example.com ' +
    'https://example.com/a?b=c&d שלום مرحبا 你好 これは重要です。 😀 naïve x<y y>x 1. - # | = "quoted" (parens) [1] [x] ~5 $x^2$ ' +
    '**「重要」**です ==x== H~2~O 【1†source】 [^1] [^two] [!NOTE] $a_1$ \\(b*c\\) $$d$$ $5 \\( \\[ $$ \\] \\* \\` C:\\dir 100% &amp; &copy; &#42; &bogus; <br> <kbd>K</kbd> H<sub>2</sub>O <b> </b> <a <!-- * _ ` [ ] ! ** ~~ \\ ]('
  ).split(' '),
);
const WORDS = fc.array(WORD, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
const LABEL = fc.constantFrom('one', 'two', 'Three', 'the label', 'constructor');
const ADDRESS = fc.constantFrom(
  'https://example.com/x',
  '/relative',
  '<a b>',
  'javascript:alert(1)',
  '#x',
  'a(b)c',
  '',
);

/** Words and marks without blanks between them, as in Chinese, Japanese and Korean. */
const CJK = fc
  .array(
    fc.constantFrom(
      '중요',
      '「重要」',
      '（注）',
      '。',
      '，',
      'です',
      '的',
      '를',
      '`code`',
      '"q"',
      'a',
      '*',
      '**',
      '~~',
      '==',
      '$x$',
    ),
    {
      minLength: 2,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const NOTE_LABEL = fc.constantFrom('1', '2', 'two', 'note-3', 'Заметка', '__proto__');

const { inline } = fc.letrec<{ inline: string; inlines: string }>((tie) => ({
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    WORDS,
    fc
      .tuple(fc.constantFrom('*', '**', '_', '__', '~~', '***'), tie('inlines'), fc.boolean())
      .map(([mark, inner, isClosed]) => mark + inner + (isClosed ? mark : '')),
    fc
      .tuple(fc.constantFrom('`', '``'), WORDS, fc.boolean())
      .map(([mark, code, isClosed]) => mark + code + (isClosed ? mark : '')),
    fc
      .tuple(fc.constantFrom('[', '!['), tie('inlines'), ADDRESS)
      .map(([open, text, url]) => `${open}${text}](${url})`),
    fc
      .tuple(fc.constantFrom('[', '!['), WORDS, LABEL)
      .map(([open, text, label]) => `${open}${text}][${label}]`),
    fc.tuple(LABEL, fc.constantFrom('', '[]')).map(([label, end]) => `[${label}]${end}`),
    CJK,
    NOTE_LABEL.map((label) => `[^${label}]`),
    fc
      .tuple(
        fc.constantFrom(['$', '$'], ['$$', '$$'], ['\\(', '\\)'], ['\\[', '\\]'], ['==', '==']),
        tie('inlines'),
        fc.constantFrom('', ' ', 'x_1 ', '\\frac{'),
        fc.boolean(),
      )
      .map(([[open, close], text, start, isClosed]) => open + start + text + (isClosed ? close : '')),
  ),
}));
const LINE = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const LINES = fc
  .tuple(fc.array(LINE, { minLength: 1, maxLength: 3 }), fc.constantFrom('\n', '  \n', '\\\n', '\n  '))
  .map(([lines, end]) => lines.join(end));

const FENCED = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.constantFrom('', 'js', 'c++ x', 'markdown', 'md'),
    LINES,
    fc.boolean(),
  )
  .map(([fence, language, code, isClosed]) => `${fence}${language}\n${code}${isClosed ? `\n${fence}` : ''}`);
const TABLE = fc
  .tuple(
    fc.array(fc.tuple(WORDS, WORDS), { minLength: 1, maxLength: 6 }),
    fc.constantFrom('|-|-|', '|:-:|--:|', '- | -'),
  )
  .map(([[header, ...rows], delimiters]) =>
    [header, undefined, ...rows].map((row) => (row ? `| ${row.join(' | ')} |` : delimiters)).join('\n'),
  );
const MATH = fc
  .tuple(
    fc.constantFrom(
      ['$$', '$$'],
      ['\\[', '\\]'],
      ['\\begin{align}', '\\end{align}'],
      ['\\begin{matrix}', '\\end{align}'],
    ),
    LINES,
    fc.constantFrom('\n', ' '),
    fc.boolean(),
  )
  .map(([[open, close], text, gap, isClosed]) => `${open}${gap}${text}${isClosed ? gap + close : ''}`);
const HTML = fc.constantFrom(
  '<details>\n<summary>More</summary>\n',
  '</details>',
  '<div align="center">',
  '</div>',
  '<p title="a > b" onclick="x()" style="color: red">words</p>',
  '<table><tr><td>cell</table>',
  '<!-- a comment -->',
  '<form>',
  '<b>\nwords',
);
const MARKS = fc
  .array(fc.constantFrom(...'*_~`[]()<>!#-+=|\\&:"\'$ \n\tab1.'), { maxLength: 30 })
  .map((marks) => marks.join(''));

const { block } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc
    .tuple(fc.array(tie('block'), { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '\n\n'))
    .map(([blocks, gap]) => blocks.join(gap)),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    LINES,
    fc.tuple(fc.integer({ min: 1, max: 6 }), LINE).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    fc
      .tuple(LINES, fc.constantFrom('', '.', '?"'), fc.constantFrom('===', '---', '-', '----'))
      .map(([text, end, underline]) => `${text}${end}\n${underline}`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), LINE).map(([level, text]) => `${'#'.repeat(level)}${text}`),
    fc
      .tuple(fc.constantFrom('note', ' tip Title', 'info[A *b*]', '{.x}'), tie('blocks'), fc.boolean())
      .map(([name, text, isClosed]) => `:::${name}\n${text}${isClosed ? '\n:::' : ''}`),
    fc
      .tuple(fc.oneof(FENCED, LINES), fc.boolean())
      .map(([text, isClosed]) => `\`\`\`markdown\n${text}${isClosed ? '\n```' : ''}`),
    FENCED,
    LINES.map((code) => indent(code, '    ', '    ')),
    TABLE,
    MATH,
    HTML,
    MARKS,
    fc.constantFrom('---', '***', '* * *', '--', '- -'),
    fc
      .tuple(LABEL, ADDRESS, fc.constantFrom('', ' "Title"', '\n"Title"'))
      .map(([label, url, title]) => `[${label}]: ${url}${title}`),
    fc.tuple(NOTE_LABEL, tie('blocks')).map(([label, text]) => indent(text, `[^${label}]: `, '    ')),
    fc
      .tuple(fc.constantFrom('', '[!NOTE]\n', '[!tip] ', '[!WARNING]\n\n'), tie('blocks'))
      .map(([alert, text]) => indent(alert + text, '> ', '> ')),
    fc
      .tuple(
        fc.array(tie('blocks'), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('- ', '* ', '1. ', '10) ', '- [ ] ', '- [x] '),
        fc.constantFrom('\n', '\n\n'),
      )
      .map(([items, marker, gap]) =>
        items
          .map((item) => indent(item, marker, ' '.repeat(marker.trimEnd().indexOf(' ') + 1 || marker.length)))
          .join(gap),
      ),
  ),
}));

/** Puts `first` before the first line of a text, and `other` before every other line that is not empty. */
function indent(text: string, first: string, other: string): string {
  return first + text.replace(/\n(?=[^\n])/g, `\n${other}`);
}

/**
 * Random documents in which every construct is nested, left open and put beside every other, with the pieces
 * of a stream.
 */
export const STREAMED_DOCUMENT: fc.Arbitrary<StreamedDocument> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('\n\n', '\n', '\n\n\n', '\n \n', '\r\n\r\n'),
    // One item or row is repeated many times, so that the renderer shortens the source of a long block.
    fc.constantFrom(1, 1, 1, 40),
  )
  .map(([blocks, gap, times]) =>
    blocks.map((text, index) => (index === 0 ? repeat(text, times) : text)).join(gap),
  )
  .chain((markdown) =>
    fc.record({
      markdown: fc.constant(markdown),
      lengths: fc.oneof(
        fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 40 }),
        fc.constant(Array.from({ length: Math.min(markdown.length, 400) }, () => 1)),
      ),
    }),
  );

function repeat(text: string, times: number): string {
  return Array.from({ length: times }, () => text).join('\n');
}

/** The pieces of a document. */
export function piecesOf({ markdown, lengths }: StreamedDocument): string[] {
  let at = 0;
  const pieces = lengths.map((length) => markdown.slice(at, (at += length)));
  return [...pieces, markdown.slice(at)];
}
