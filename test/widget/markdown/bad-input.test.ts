import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';

await loadSanitizer();

/** Each draws all of an input that is not complete, and most of these are one block. */
const FRAMES = 25;

function numbered(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

const INPUTS: Readonly<Record<string, string>> = {
  '1 MB on one line': 'word '.repeat(200_000),
  '10,000 nested quotes': `${'> '.repeat(10_000)}deep`,
  '10,000 nested lists': `${'- '.repeat(10_000)}deep`,
  '10,000 open brackets': `${'['.repeat(10_000)}deep`,
  '5,000 closed brackets': `${'['.repeat(5000)}deep${']'.repeat(5000)}`,
  '5,000 half links': '[a]('.repeat(5000),
  '5,000 link definitions': `${numbered(5000, (index) => `[l${index}]: /u${index}\n`)}\n[l1] [l4999]`,
  '300 references before their definitions':
    numbered(300, (index) => `See [l${index}] and [x][l${index}].\n\n`) +
    numbered(300, (index) => `[l${index}]: /u${index}\n`),
  '3,000 runs of emphasis that never close': '*a **b '.repeat(3000),
  '4,000 strikes that never close': '~~a '.repeat(4000),
  '4,000 strikes of two lengths': '~~a~ '.repeat(4000),
  '3,000 runs of emphasis without spaces': '*a **b'.repeat(3000),
  '4,000 escapes before code that never closes': '\\``1$'.repeat(4000),
  '4,000 addresses behind marks that never close': '_a@b.c|'.repeat(4000),
  '1,500 marks of each kind': '**a *b _c '.repeat(1500),
  '3,000 references that are none': numbered(3000, (index) => `&x${index}; `),
  '8,000 spaces in a link': `[a](${' '.repeat(8000)}x y`,
  '5,000 nested links': `${'[a '.repeat(5000)}${'](/u)'.repeat(5000)}`,
  '40 links that are none, around strikes and code': '[[a] ~b ``\\` ``](>) '.repeat(40),
  '200 code spans that never close': Array.from(
    { length: 200 },
    (_, index) => `${'`'.repeat(index + 1)}a `,
  ).join(''),
  '20,000 pipes': `${'|'.repeat(20_000)}\n${'|-'.repeat(20_000)}|`,
  '10,000 entities that are none': '&a;'.repeat(10_000),
  '5,000 comments that never close': '<!-- a '.repeat(5000),
  '5,000 half tags': '<a '.repeat(5000),
  'an element open over 1,000 paragraphs': `<div>\n\n${'A **word** here.\n\n'.repeat(1000)}`,
  'lines of marks that go on in words': ['-', '=', '_', '*', '+', '-_', '* ', '- ']
    .map((marks) => `${marks.repeat(200)}words\n\n- ${marks.repeat(200)}words\n\n`)
    .join(''),
  'null bytes and lone surrogates': 'a\0b\uD800c\uDC00\r'.repeat(3000),
  'a code block of 200,000 lines': `\`\`\`\n${'x\n'.repeat(200_000)}`,
};

describe('MarkdownStream, on bad input', () => {
  for (const [name, text] of Object.entries(INPUTS)) {
    it(`renders ${name} as renderMarkdown does`, () => {
      const box = document.createElement('div');
      const stream = new MarkdownStream(box);
      const size = Math.ceil(text.length / FRAMES);
      for (let at = 0; at < text.length; at += size) {
        stream.push(text.slice(at, at + size));
        stream.flush();
      }
      stream.end();
      // Compared outside of expect, whose message would print megabytes.
      expect(outline(box) === outline(renderMarkdown(text))).to.equal(true);
    }).timeout(10_000);
  }
});
