import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { selectWords } from './streamed.ts';

await loadSanitizer();

function open(): { box: HTMLElement; stream: MarkdownStream; draw: (text: string) => void } {
  const box = document.body.appendChild(document.createElement('div'));
  const stream = new MarkdownStream(box, {}, { sectionSize: 2 });
  const draw = (text: string): void => {
    stream.push(text);
    stream.flush();
  };
  return { box, stream, draw };
}

/** The words of the sections of a box; its own blocks first. */
function sectionsOf(box: HTMLElement): string[][] {
  const sections = [...box.querySelectorAll('cf-ai-chat-section')];
  const own = [...box.children].filter((child) => !sections.includes(child));
  return [own, ...sections.map(({ children }) => [...children])].map((blocks) =>
    blocks.map(({ textContent }) => textContent.trim()),
  );
}

describe('sections of an answer', () => {
  it('hold the blocks behind the first ones', () => {
    const { box, stream, draw } = open();
    for (const word of ['one', 'two', 'three', 'four', 'five']) draw(`${word}\n\n`);
    stream.end();
    box.remove();
    expect(sectionsOf(box)).to.deep.equal([['one', 'two'], ['three', 'four'], ['five']]);
  });

  it('leave frozen blocks where they are', () => {
    const { box, stream, draw } = open();
    const parents = new Map<Element, Element | null>();
    for (let count = 0; count < 12; count++) {
      draw(`block ${count}\n\n`);
      const blocks = [...box.querySelectorAll('p')];
      for (const [block, parent] of parents) expect(block.parentElement).to.equal(parent);
      for (const block of blocks.slice(0, -1)) parents.set(block, block.parentElement);
    }
    stream.end();
    for (const [block, parent] of parents) expect(block.parentElement).to.equal(parent);
    box.remove();
  });

  it('keep what is selected in the block that begins one', () => {
    const { box, stream, draw } = open();
    draw('one\n\ntwo\n\nthree words');
    selectWords(box, 'words');
    draw(' and more\n\nfour\n\n');
    stream.end();
    const selected = getSelection()?.toString();
    box.remove();
    expect(selected).to.equal('words');
  });

  it('stay as they are at the end of an answer with raw HTML', () => {
    const { box, stream, draw } = open();
    draw('<details>\n<summary>More</summary>\n\nwords\n\n</details>\n\n');
    for (let count = 0; count < 8; count++) draw(`block ${count}\n\n`);
    const before = sectionsOf(box);
    stream.end();
    box.remove();
    expect(before).to.have.length.above(2);
    expect(sectionsOf(box)).to.deep.equal(before);
  });

  it('link words that are defined late', () => {
    const { box, stream, draw } = open();
    for (let count = 0; count < 8; count++) draw(`see [block ${count}][a]\n\n`);
    draw('[a]: /x\n\nlast\n');
    stream.end();
    box.remove();
    expect(box.querySelectorAll('a[href="/x"]')).to.have.length(8);
    expect(sectionsOf(box)).to.have.length.above(2);
  });
});
