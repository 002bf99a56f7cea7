import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { piecesInTurn } from './streamed.ts';

await loadSanitizer();

const LONG_TABLE = `| a |\n|---|\n${'| row |\n'.repeat(400)}\nEnd`;

interface Drawn {
  readonly box: HTMLElement;
  /** The words of the blocks that the end drew. */
  readonly atEnd: readonly string[];
}

/** Streams a text, drawn after every third character, and looks what its end draws. `meddle` gets the box right before the end. */
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

describe('the end of an answer', () => {
  for (const [title, text, atEnd] of [
    ['draws the open block only', 'One.\n\n- two\n- **three**\n\n```\nfour\n```\n\nFive', ['Five']],
    [
      'draws everything where a link is defined late',
      '[one][late]\n\nTwo.\n\n[late]: /y\n\nThree',
      ['Three', 'one', 'Two.', 'Three'],
    ],
    ['draws a long table no more, which was read in parts', LONG_TABLE, ['End']],
    [
      'draws a block with raw HTML only where it is open',
      'a <kbd>b</kbd>\n\n<details>\n\nc\n\n</details>\n\nd',
      ['d'],
    ],
    ['draws no link again whose definition has a character reference', '[a]: /?b&amp;c\n\n[a]\n\nd', ['d']],
  ] as const) {
    it(title, () => {
      const { box, atEnd: seen } = drawEnd(text);
      expect(seen).to.deep.equal(atEnd);
      expect(outline(box)).to.equal(outline(renderMarkdown(text)));
    });
  }

  it('draws no words twice where bare text begins a block, and an embedder joins texts', () => {
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

  it('closes an element that the sanitizer removes', () => {
    const text = '<object>\n\n<div>\n\na\n\n</object>\n\nb\n\n</div>\n\nc';
    expect(outline(drawEnd(text).box)).to.equal(outline(renderMarkdown(text)));
  });

  it('closes an element that text behind a fence came into', () => {
    const text = '<details>\n<summary>More</summary>\n\n```\ncode\n```\n\nwords';
    expect(outline(drawEnd(text).box)).to.equal(outline(renderMarkdown(text)));
  });

  it('shows the tags of forms, which hold what comes behind them', () => {
    const text = '<form>\n\n> a - <form>\n> - b\n\nc';
    const { box } = drawEnd(text);
    expect(outline(box)).to.equal(outline(renderMarkdown(text)));
    expect(box.textContent).to.contain('<form>\n');
  });

  it('draws everything where a page has taken a block out', () => {
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

  it('keeps the words of a block that a page has moved', () => {
    const { box } = drawEnd('One.\n\nTwo.\n\nThree', (drawn) => drawn.append(drawn.children[0] ?? ''));
    expect(box.textContent).to.contain('One.').and.contain('Two.').and.contain('Three');
  });
});
