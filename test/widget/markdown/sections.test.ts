import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { joinSections } from '../../../widget/markdown/sections.ts';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { isSection } from './settled-blocks.ts';

await loadWindow();

const COUNT = 20;
const PARAGRAPHS = Array.from({ length: COUNT }, (_, index) => `Paragraph ${index}, see [it].\n\n`);

let box: HTMLElement;

function streamIn(pieces: readonly string[]): MarkdownStream {
  const stream = new MarkdownStream(box, {}, { sectionSize: 4 });
  for (const piece of pieces) {
    stream.push(piece);
    stream.flush();
  }
  return stream;
}

function sectionsIn(root: Element): Element[] {
  return [...root.children].filter(isSection);
}

function render(markdown: string): string {
  const wanted = document.createElement('div');
  wanted.append(renderMarkdown(markdown));
  return wanted.innerHTML;
}

describe('MarkdownStream with a section size', () => {
  beforeEach(() => {
    box = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => box.remove());

  it('puts every so many blocks of a long document into an element of their own', () => {
    streamIn(PARAGRAPHS).end();
    const sizes = sectionsIn(box).map(({ childElementCount }) => childElementCount);
    expect(sizes).to.deep.equal([4, 4, 4, 4]);
    expect([...box.children].indexOf(sectionsIn(box)[0] as Element)).to.equal(4);
  });

  it('draws the blocks of the one-shot render, in their order', () => {
    streamIn(PARAGRAPHS).end();
    joinSections(box);
    expect(box.innerHTML).to.equal(render(PARAGRAPHS.join('')));
  });

  it('leaves a short document whole', () => {
    streamIn(PARAGRAPHS.slice(0, 4)).end();
    expect(sectionsIn(box)).to.deep.equal([]);
  });

  it('makes links in all sections of a label that is defined at the end', () => {
    const pieces = [...PARAGRAPHS, '[it]: https://it.example\n'];
    streamIn(pieces).end();
    expect(box.querySelectorAll('cf-ai-chat-section a')).to.have.length(COUNT - 4);
    joinSections(box);
    expect(box.innerHTML).to.equal(render(pieces.join('')));
  });

  it('loses nothing behind a definition when later ones set raw HTML free', () => {
    const markdown = 'Words\n\n[e]: >\n[the label] [[Three]](<b> )d\n\n[Three]: d\n[d\n\n[the label]: d';
    const stream = new MarkdownStream(box, {}, { sectionSize: 1 });
    stream.push(markdown);
    stream.flush();
    stream.end();
    joinSections(box);
    expect(box.innerHTML).to.equal(render(markdown));
  });

  it('keeps a selection in the block that begins a section', () => {
    const stream = streamIn([...PARAGRAPHS.slice(0, 3), 'The fourth']);
    const text = box.lastElementChild?.firstChild as Text;
    getSelection()?.setBaseAndExtent(text, 4, text, 10);
    stream.push('\n\nThe fifth');
    stream.flush();
    expect(sectionsIn(box)[0]?.contains(text)).to.equal(true);
    // The words of a selection, also where Firefox has not drawn them yet.
    expect(getSelection()?.getRangeAt(0).toString()).to.equal('fourth');
  });

  it('can be drawn as one again from any section on', () => {
    streamIn(PARAGRAPHS).end();
    const [first, second] = sectionsIn(box);
    const words = box.textContent;
    joinSections(second as HTMLElement);
    expect(sectionsIn(box)).to.deep.equal([first, second]);
    expect(second?.childElementCount).to.equal(12);
    joinSections(first as HTMLElement);
    expect(sectionsIn(box)).to.deep.equal([first]);
    expect(box.textContent).to.equal(words);
  });

  it('draws all again that stands behind a block in details which a late definition opens again', () => {
    const held = ['<details>\n\n', 'Words.\n\n', '<x-y>Raw</x-y> [it]\n\n', 'More.\n\n', '</details>\n\n'];
    const pieces = [...PARAGRAPHS, ...held, ...PARAGRAPHS, '[it]: https://it.example\n\n', 'Last.'];
    streamIn(pieces).end();
    joinSections(box);
    expect(box.innerHTML).to.equal(render(pieces.join('')));
  });

  describe('in a long code block', () => {
    const LINES = Array.from({ length: 100 }, (_, index) => `const value${index} = compute(${index});\n`);
    const sectionsOf = (code: Element | null): Element[] => [...(code?.children ?? [])];

    it('puts the lines into sections, each one whole lines of about as many characters', () => {
      streamIn(['```js\n', ...LINES, '```\n']).end();
      const code = box.querySelector('code');
      const sections = sectionsOf(code);
      expect(sections).to.have.length.above(5);
      expect(sections.every(({ localName }) => localName === 'cf-ai-chat-section')).to.equal(true);
      for (const { textContent } of sections) {
        expect(textContent).to.match(/;\n$/);
        expect(textContent.length).to.be.within(4 * 64, 4 * 64 + 64);
      }
      expect(code?.textContent).to.equal(LINES.join(''));
    });

    it('leaves the lines in one element without a section size', () => {
      const stream = new MarkdownStream(box);
      for (const line of ['```\n', ...LINES]) {
        stream.push(line);
        stream.flush();
      }
      stream.end();
      expect(box.querySelector('code')?.childElementCount).to.equal(0);
    });

    it('shows and copies them as without sections', () => {
      streamIn(['```\n', ...LINES, '\n', '\n', ...LINES, '```\n']).end();
      const pre = box.querySelector('pre') as HTMLElement;
      const selection = getSelection();
      selection?.selectAllChildren(box);
      const shown = [pre.offsetHeight, selection?.toString()];
      box.replaceChildren(renderMarkdown(['```\n', ...LINES, '\n', '\n', ...LINES, '```\n'].join('')));
      selection?.selectAllChildren(box);
      const wanted = box.querySelector('pre') as HTMLElement;
      expect(shown).to.deep.equal([wanted.offsetHeight, selection?.toString()]);
    });

    for (const [place, startIn] of [
      ['in the lines', () => box.querySelector('code')?.lastChild],
      ['in a block before', () => box.querySelector('p')?.firstChild],
      ['outside of the answer', () => box.previousSibling],
    ] as const) {
      it(`keeps a selection that begins ${place} and ends in lines that get their section`, () => {
        box.before('A question');
        const stream = streamIn(['Words before.\n\n```\n', '  indented();\n', ...LINES.slice(0, 5)]);
        const text = box.querySelector('code')?.lastChild as Text;
        getSelection()?.setBaseAndExtent(startIn() as Text, 0, text, 20);
        const selected = getSelection()?.getRangeAt(0).toString();
        for (const line of LINES.slice(5)) {
          stream.push(line);
          stream.flush();
        }
        expect(sectionsOf(box.querySelector('code'))[0]?.contains(text)).to.equal(true);
        expect(getSelection()?.getRangeAt(0).toString()).to.equal(selected);
        box.previousSibling?.remove();
      });
    }

    it('takes the lines out again of code that a late definition has drawn anew', () => {
      const code = LINES.map((line) => `  ${line}`);
      const pieces = ['- See [it].\n\n  ```\n', ...code, '  ```\n', '- More\n', '\n  [it]: /x\n', '- End\n'];
      const stream = streamIn(pieces.slice(0, -2));
      const [text] = box.querySelector('code cf-ai-chat-section')?.childNodes ?? [];
      for (const piece of pieces.slice(-2)) {
        stream.push(piece);
        stream.flush();
      }
      stream.end();
      expect(box.querySelector('a')?.getAttribute('href')).to.equal('/x');
      expect(box.querySelector('code')?.firstChild === text).to.equal(true);
      box.normalize();
      expect(box.innerHTML).to.equal(render(pieces.join('')));
    });
  });
});
