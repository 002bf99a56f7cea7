import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { piecesInTurn } from './streamed.ts';

await loadSanitizer();

const LONG_TABLE = `| a |\n|---|\n${'| row |\n'.repeat(400)}\nEnd`;

interface Drawn {
  readonly box: HTMLElement;
  /** The texts of the blocks that end() drew. */
  readonly atEnd: readonly string[];
}

/**
 * Streams a text, drawing after every third character, and records what end() draws. `meddle` can change the
 * box right before the end.
 */
function drawEnd(text: string, meddle: (box: HTMLElement) => void = () => undefined): Drawn {
  const box = document.createElement('div');
  let drawn: string[] = [];
  const decorate = (blocks: DocumentFragment): void => {
    drawn.push(...[...blocks.children].map(({ textContent }) => textContent.trim()));
  };
  const stream = new MarkdownStream(box, {}, { decorate });
  for (const piece of piecesInTurn(text, [3])) {
    stream.push(piece);
    stream.flush();
  }
  drawn = [];
  meddle(box);
  stream.end();
  return { box, atEnd: drawn };
}

describe('MarkdownStream.end()', () => {
  for (const [title, text, atEnd] of [
    [
      'draws only the block that is still open',
      'One.\n\n- two\n- **three**\n\n```\nfour\n```\n\nFive',
      ['Five'],
    ],
    [
      "draws all blocks again where a link's definition comes last",
      '[one][late]\n\nTwo.\n\n[late]: /y\n\nThree',
      ['Three', 'one', 'Two.', 'Three'],
    ],
    ['does not redraw a long table that was parsed in parts', LONG_TABLE, ['End']],
    [
      'redraws a block with raw HTML only if the block is still open',
      'a <kbd>b</kbd>\n\n<details>\n\nc\n\n</details>\n\nd',
      ['d'],
    ],
    [
      'does not redraw a link whose definition has a character reference',
      '[a]: /?b&amp;c\n\n[a]\n\nd',
      ['d'],
    ],
  ] as const) {
    it(title, () => {
      const { box, atEnd: seen } = drawEnd(text);
      expect(seen).to.deep.equal(atEnd);
      expect(outline(box)).to.equal(outline(renderMarkdown(text)));
    });
  }

  it('draws no word twice where text without an element begins a block and the page has joined text nodes', () => {
    const text = 'Para.\n\n<center>Hello world</center>\n\nEnd';
    const box = document.createElement('div');
    const stream = new MarkdownStream(box, {}, { decorate: (blocks) => blocks.normalize() });
    for (const piece of piecesInTurn(text, [4])) {
      stream.push(piece);
      stream.flush();
    }
    expect(box.textContent.match(/Hel/g)).to.have.length(1);
    stream.end();
    expect(outline(box)).to.equal(outline(renderMarkdown(text)));
  });

  it('closes an HTML element that the sanitizer removes', () => {
    const text = '<object>\n\n<div>\n\na\n\n</object>\n\nb\n\n</div>\n\nc';
    expect(outline(drawEnd(text).box)).to.equal(outline(renderMarkdown(text)));
  });

  it('closes an open HTML element behind a code fence', () => {
    const text = '<details>\n<summary>More</summary>\n\n```\ncode\n```\n\nwords';
    expect(outline(drawEnd(text).box)).to.equal(outline(renderMarkdown(text)));
  });

  it('shows form tags as text, since a form element would swallow the content after it', () => {
    const text = '<form>\n\n> a - <form>\n> - b\n\nc';
    const { box } = drawEnd(text);
    expect(outline(box)).to.equal(outline(renderMarkdown(text)));
    expect(box.textContent).to.contain('<form>\n');
  });

  it('draws all blocks again where the page has removed one of them', () => {
    const text = '[one][x]\n\nTwo.\n\n[x]: /y\n\nThree';
    let kept: Element | null | undefined;
    const { box } = drawEnd(text, (drawn) => {
      drawn.firstElementChild?.remove();
      kept = drawn.firstElementChild;
    });
    expect(outline(box)).to.equal(outline(renderMarkdown(text)));
    expect(box.children).to.have.length(3);
    expect(kept?.textContent).to.equal('Two.');
  });

  it('keeps the text of a block that the page has moved', () => {
    const { box } = drawEnd('One.\n\nTwo.\n\nThree', (drawn) => drawn.append(drawn.children[0] ?? ''));
    expect(box.textContent).to.contain('One.').and.contain('Two.').and.contain('Three');
  });
});
