import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { withoutLastMarks } from '../../../widget/markdown/open-spans.ts';

/** The HTML of nodes, without trailing white space in elements and without empty elements. */
function htmlOf(...nodes: readonly Node[]): string {
  const box = document.createElement('div');
  box.append(...nodes);
  return box.innerHTML.replace(/<(strong|em)><\/\1>/g, '').replace(/\s+(?=<\/)|\s+$/g, '');
}

function drawOpen(text: string): string {
  const box = document.createElement('div');
  const stream = new MarkdownStream(box);
  stream.push(text);
  stream.flush();
  return htmlOf(...box.childNodes);
}

describe('text whose markup is not closed yet', () => {
  for (const [text, completed] of [
    ['plain words', 'plain words'],
    ['some **bo', 'some **bo**'],
    ['some **', 'some '],
    ['some *em **both', 'some *em **both***'],
    ['some `co', 'some `co`'],
    ['some `', 'some '],
    ['*「a」*だ', '*「a」*だ'],
    ['**日本語。**次の**文', '**日本語。**次の**文**'],
    ['see [the doc', 'see [the doc]()'],
    ['see [the docs]', 'see [the docs]()'],
    ['see [the docs](https://ex', 'see [the docs]()'],
    ['see [the docs](/x)', 'see [the docs](/x)'],
    ['see [the docs][re', 'see [the docs]()'],
    ['an ![ima', 'an ![ima]()'],
    ['as said [1', 'as said '],
    ['as said [1]', 'as said '],
    ['as said [1] by', 'as said [1] by'],
    ['as said [1][', 'as said '],
    ['as said [1][2] by', 'as said [1][2] by'],
    ['as said [doc1', 'as said '],
    ['as said [doc1]', 'as said '],
    ['as said [doc1][do', 'as said '],
    ['as said [doc1][doc2] by', 'as said [doc1][doc2] by'],
    ['as said [^no', 'as said '],
    ['[x](y "and so on', '[x]()'],
    [`[x](y "${'on and '.repeat(30)}`, `[x](y "${'on and '.repeat(30)}`],
    [`[x](<${'on and '.repeat(30)}`, `[x](<${'on and '.repeat(30)}`],
    ['A [see <https://a.example> and', 'A [see <https://a.example> and'],
    ['a ==hi **th', 'a ==hi **th**=='],
    ['so $a_1 + b', 'so $a_1 + b$'],
    ['so $5 and', 'so $5 and'],
    ['so E=$mc^', 'so E=$mc^$'],
    ['so $r = 6771\\ ', 'so $r = 6771$'],
    ['so $\\ln(', 'so $\\ln$'],
    ['from $75 to $150 ([air](https://a.example/s?a_b', 'from $75 to $150 ([air]()'],
    ['half &am', 'half '],
    ['R & D', 'R & D'],
    ['half <ahref', 'half '],
    ['3 < 4', '3 < 4'],
    ['half \\', 'half '],
    ['half \\*', 'half '],
    ['half \\* of', 'half \\* of'],
    ['A [see https://a.example', 'A [see https://a.example]()'],
    ['[see `a](b', '[see `a](b`]()'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['snake_case_na', 'snake_case_na'],
    ['\\mathbf{v}_1 = x', '\\mathbf{v}_1 = x'],
    ['(A = A^{*}) is', '(A = A^{*}) is'],
    ['see arr[0]_index or', 'see arr[0]_index or'],
    ['https://a.example/x_y*z', 'https://a.example/x_y*z'],
    ['これは**重', 'これは**重**'],
    ['here int *p is a pointer', 'here int *p is a pointer'],
    ['here *p and *q', 'here *p and *q'],
    ['not "**/dist', 'not "**/dist'],
    ['cat, *c deficit', 'cat, *c deficit*'],
    [`a *${'long '.repeat(30)}`, `a *${'long '.repeat(30)}`],
    [`*${'long '.repeat(30)}line`, `*${'long '.repeat(30)}line*`],
    ['see <b>bo', 'see <b>bo</b>'],
    ['see <b> for', 'see <b> for'],
    ['That $$ is of TeX, as are \\( \\) or', 'That $$ is of TeX, as are \\( \\) or'],
  ] as const) {
    it(`is drawn as if it were ${JSON.stringify(completed)}: ${JSON.stringify(text)}`, () => {
      expect(drawOpen(text)).to.equal(htmlOf(renderMarkdown(completed)));
    });
  }
});

describe('withoutLastMarks', () => {
  for (const [text, shown] of [
    ['some \\**', 'some '],
    ['some **\\*', 'some **'],
    ['some \\', 'some '],
  ] as const) {
    it(`turns ${JSON.stringify(text)} into ${JSON.stringify(shown)}`, () => {
      expect(withoutLastMarks(text)).to.equal(shown);
    });
  }

  it('takes linear time for a long run of marks, such as "!!!!!!" from a model that loops', () => {
    // A scan from each mark to the end took half a minute for this run.
    const text = `${'!'.repeat(100_000)}x`;
    expect(withoutLastMarks(text)).to.equal(text);
  });
});
