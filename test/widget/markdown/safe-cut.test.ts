import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { outline } from './dom-outline.ts';
import { streamed } from './stream-case.ts';

await loadWindow();

const WORDS = 'Words that *stress* what they say. '.repeat(20);

describe('safeCut', () => {
  for (const [title, start, end] of [
    ['a backtick in a bare URL', 'See www.example.com/` here. ', '` end'],
    ['a backtick in the address of a link', 'See [it](/a`b) here. ', '` end'],
    ['a backtick in the title of a link', 'See [it](/a "`") here. ', '` end'],
    ['a backtick in an autolink', 'See <https://example.com/`> here. ', '` end'],
    ['a backtick in an image', 'See ![it](/a`b) here. ', '` end'],
    ['a backtick in a URL that is stressed', 'See *what www.example.com/` has* here. ', '` end'],
    ['a bracket in a bare URL', 'See www.example.com/[a here. ', '](/x) end'],
    ['a parenthesis in an address', 'See [it](</a(b>) here. ', 'a smile :) end'],
    ['a parenthesis in a title', 'See [it](/a "sad :(") here. ', 'a smile :) end'],
    ['a parenthesis in the title of an image', 'See ![it](/a "(") here. ', 'a smile :) end'],
    ['what looks like an address in a title', 'See [it](/x "a](b") here. ', 'a smile :) end'],
    ['a bracket in the address of an image', 'See [![it](/b.svg)](/x?q[y) here. ', '](/z) end'],
    ['a bracket in words that are stressed', 'See *what [they have* here. ', '](/x) end'],
  ] as const) {
    it(`leaves a long paragraph whole behind ${title}, which may pair with what follows`, () => {
      const lines = [start, ...WORDS.split(/(?<=\. )/), end];
      expect(streamed(lines)).to.equal(outline(renderMarkdown(lines.join(''))));
    });
  }

  for (const [title, start] of [
    ['code', 'See `code`, ``a ` in it`` and `\\`. '],
    ['images', 'See ![it](/x), [![it](/x "y")](/y) and [it](/Foo_(bar)). '],
    ['references', 'See [it][1], [two] and [what `[` it][is]. '],
    ['links', 'See [it](/x), [a `]` in it](/y), <https://example.com> and www.example.com/a. '],
    ['words that are stressed', 'See *what [1] they* **have `[`** ~~here~~. '],
  ] as const) {
    it(`divides a long paragraph behind ${title} that stand for themselves`, () => {
      const box = document.createElement('div');
      const stream = new MarkdownStream(box);
      stream.push(`${start}${WORDS}`);
      stream.flush();
      const text = box.querySelector('p')?.firstChild as Text;
      text.data = 'Touched ';
      stream.push(`${WORDS}\n`);
      stream.flush();
      expect(text.data).to.equal('Touched ');
    });
  }
});
