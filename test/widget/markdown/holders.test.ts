import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { outline } from './dom-outline.ts';
import { streamed } from './stream-case.ts';

await loadWindow();

const OPEN = '<details open>\n<summary>More</summary>\n\n';
const BLOCKS = Array.from(
  { length: 200 },
  (_, index) => `Block ${index} with **words** in it.\n\n- item\n\n`,
);

/** How raw HTML closes what it has opened, or does not. */
const DOCUMENTS = {
  'in its own block': `${OPEN}Words.\n\nMore.\n\n</details>\n\nBehind.\n\nLast.`,
  'right behind a block': `${OPEN}Words.\n\n- item\n</details>\n\nBehind.`,
  'with text behind the tag': `${OPEN}Words.\n\nMore.\n\n</details> and words\n\nBehind.`,
  'with text in the next line': `${OPEN}Words.\n\nMore.\n\n</details>\nand words\n\nBehind.`,
  indented: `${OPEN}Words.\n\nMore.\n\n  </details>\n\nBehind.`,
  'in a paragraph': `${OPEN}Words.\n\nMore </details> words.\n\nBehind.`,
  'two at once': `<div>\n<details>\n\nWords.\n\nMore.\n\n</details>\n</div>\n\nBehind.`,
  'one by one': `<div>\n\n<details>\n\nWords.\n\nMore.\n\n</details>\n\nBetween.\n\n</div>\n\nBehind.`,
  'the outer one only': `<div>\n\n<details>\n\nWords.\n\nMore.\n\n</div>\n\nBehind.`,
  'in the wrong order': `<div>\n<details>\n\nWords.\n\nMore.\n\n</div>\n</details>\n\nBehind.`,
  'more than were opened': `${OPEN}Words.\n\nMore.\n\n</details>\n</details>\n\nBehind.`,
  'what was never opened': `${OPEN}Words.\n\nMore.\n\n</div>\n\nStill in it.\n\n</details>\n\nBehind.`,
  'what words stand in': `<div>\n<b>\n\nWords.\n\nMore.\n\n</b>\n\nBetween.\n\n</div>\n\nBehind.`,
  'a paragraph in it': `<div>\n<p>Raw\n\nWords.\n\nMore.\n\n</p>\n\nBetween.\n\n</div>\n\nBehind.`,
  'with another one in it': `${OPEN}Words.\n\n${OPEN}More.\n\nMost.\n\n</details>\n\nLess.\n\n</details>\n\nBehind.`,
  'behind words that they stand next to': `Words <details>\n\nMore.\n\n </details>`,
  'and another opened in one go': `${OPEN}Words.\n\nMore.\n\n</details>\n${OPEN}Words.\n\nMore.\n\n</details>\n\nBehind.`,
  'behind a rule and words': `<hr>\n\nIntro.\n\n${OPEN}Words.\n\n${OPEN}More.\n\n</details>\n\n</details>\n\nBehind.\n\nLast.`,
  'behind a comment': `<!-- c -->\n${OPEN}Words.\n\nMore </details> words.\n\nBehind.`,
  'in what the sanitizer removes': `<article>\n<details>\n\nWords.\n\nMore.\n\n</article>\n\nX.\n\n</details>\n\nLast.`,
  'not yet, for what the sanitizer removes': `<details>\n\nWords.\n\n<object>\n\nMore.\n\n</details>\n\nX.\n\nLast.`,
  'from the inside': `<div>\n\nA\n\n<details>\n\n</div>\n\nB\n\nC`,
  never: `${OPEN}Words.\n\n1. one\n2. two\n\n> More.`,
};

let box: HTMLElement;

function streamIn(pieces: Iterable<string>, look: (received: string) => void = () => undefined): void {
  const stream = new MarkdownStream(box);
  let received = '';
  for (const piece of pieces) {
    stream.push(piece);
    stream.flush();
    received += piece;
    look(received);
  }
  stream.end();
}

describe('Blocks in raw HTML that stays open', () => {
  beforeEach(() => {
    box = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => box.remove());

  for (const [name, markdown] of Object.entries(DOCUMENTS)) {
    it(`end as in the one-shot render, closed ${name}`, () => {
      const wanted = outline(renderMarkdown(markdown));
      expect(streamed(markdown), 'a character at a time').to.equal(wanted);
      for (let split = 1; split < markdown.length; split++) {
        const pieces = [markdown.slice(0, split), markdown.slice(split)];
        expect(streamed(pieces), pieces.join('▮')).to.equal(wanted);
      }
    });
  }

  it('are all shown, however much of it there is', () => {
    streamIn([OPEN, ...BLOCKS], (received) => {
      const words = received.replace(OPEN, 'More').replaceAll(/[*\-\s]/g, '');
      const shown = (box.textContent ?? '').replaceAll(/\s/g, '');
      expect(words.slice(0, shown.length)).to.equal(shown);
      expect(words.length - shown.length).to.be.at.most(10);
    });
  });

  it('are left alone once they are settled', () => {
    const seen = new Map<Element, string>();
    const observer = new MutationObserver(() => undefined);
    observer.observe(box, { subtree: true, childList: true, characterData: true });
    streamIn([OPEN, ...BLOCKS, '</details>\n\n', 'Behind.\n\n', 'Last.'], () => {
      for (const { target } of observer.takeRecords())
        for (const block of seen.keys()) expect(block.contains(target), block.outerHTML).to.equal(false);
      const blocks = [...box.querySelectorAll('details > p, details > ul')];
      for (const block of blocks.slice(0, -2)) seen.set(block, block.outerHTML);
    });
    expect(seen.size).to.equal(2 * BLOCKS.length - 2);
    for (const [block, html] of seen) expect(block.isConnected && block.outerHTML).to.equal(html);
  });

  for (const gap of ['\n\n', '\n', ' ']) {
    it(`have nothing among them that comes behind the closing tag and ${JSON.stringify(gap)}`, () => {
      const markdown = `${OPEN}Words.\n\nMore.\n\n</details>${gap}Behind.`;
      streamIn(markdown, () => expect(box.querySelector('details')?.textContent ?? '').not.to.include('B'));
      expect(box.textContent?.trim()).to.match(/Behind\.$/);
    });
  }

  it('get the links that are defined behind them', () => {
    const pieces = [OPEN, 'See [it].\n\n', 'And [it][ref].\n\n', '</details>\n\n', 'Behind [it].\n\n'];
    const markdown = [...pieces, '[it]: /x\n', '[ref]: /y\n', '\nLast.'];
    streamIn(markdown);
    expect(box.querySelectorAll('a').length).to.equal(3);
    expect(outline(box)).to.equal(outline(renderMarkdown(markdown.join(''))));
  });

  it('are held also where a definition before them has the rest read again', () => {
    const pieces = ['[it]: /x\n[it]\n<details>\n\n# Words'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('end where a reference in them is never defined', () => {
    const pieces = [OPEN, 'Words.\n\n', '<x-y>Raw</x-y> [it][never]\n\n', 'More.\n\n', '</details>'];
    streamIn(pieces);
    expect(outline(box)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('get the links that are defined behind them when all of that comes last', () => {
    const pieces = [OPEN, 'See [it].\n\n', 'More.\n\n'];
    const last = '</details>\n\nBehind.\n\n[it]: /x\n';
    const stream = new MarkdownStream(box);
    for (const piece of pieces) {
      stream.push(piece);
      stream.flush();
    }
    stream.push(last);
    stream.end();
    expect(outline(box)).to.equal(outline(renderMarkdown(pieces.join('') + last)));
  });

  it('are shown at once where much of it comes at once', () => {
    streamIn([OPEN + BLOCKS.join(''), ...BLOCKS.slice(0, 40)], (received) => {
      const lines = received.split('\n').filter((line) => line.startsWith('Block'));
      expect(box.querySelectorAll('details > p').length).to.be.at.least(lines.length - 1);
    });
  });

  it('keep a selection that begins before them', () => {
    const pieces = [
      'Before it.\n\n',
      OPEN,
      'Words.\n\n',
      'A [link](https://e.com/) here\n',
      '===\n\n',
      'Next.',
    ];
    streamIn(pieces, (received) => {
      const link = box.querySelector('a')?.firstChild;
      const start = box.firstElementChild?.firstChild;
      if (!link || !start) return;
      if (!received.includes('===')) getSelection()?.setBaseAndExtent(start, 2, link, 3);
      expect(String(getSelection()), received).to.match(/^fore it.*A lin$/s);
    });
  });

  it('keep what the visitor has opened, selected and focused', () => {
    const closed = OPEN.replace(' open', '');
    const link = '[Link](https://example.com) and words.\n\n';
    streamIn(
      [closed, link, 'More.\n\n', 'Most.\n\n', '</details>\n\n', 'Behind.\n\n', 'Last.'],
      (received) => {
        const details = box.querySelector('details');
        const anchor = box.querySelector('a');
        if (received === closed + link) {
          if (details) details.open = true;
          anchor?.focus();
          getSelection()?.selectAllChildren(anchor?.nextSibling?.parentNode ?? box);
        }
        if (!received.startsWith(closed + link)) return;
        expect(details?.open, received).to.equal(true);
        expect(document.activeElement, received).to.equal(anchor);
        expect(String(getSelection()), received).to.equal('Link and words.');
      },
    );
  });
});
