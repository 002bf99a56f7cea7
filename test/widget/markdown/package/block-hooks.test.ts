import { expect } from 'chai';
import { loadSanitizer } from '../../../../widget/markdown/sanitize.ts';
import {
  MarkdownStream,
  renderMarkdown,
  type BlockHooks,
} from '../../../../widget/markdown/package/package-entry.ts';
import { normalizeSource } from '../../../../widget/markdown/lexer.ts';
import { dangersIn } from '../dangers.ts';
import { outline } from '../dom-outline.ts';
import { HOSTILE_SHAPES } from '../hostile-dialects.ts';
import { HOSTILE } from '../hostile.ts';
import { piecesInTurn } from '../streamed.ts';

await loadSanitizer();

const ANSWER = 'One.\n\n```chart\n<b>1</b>\n2\n```\n\n- a\n\n  ~~~chart\n  3\n  ~~~\n- b\n\nEnd.';

function drawChart(source: string): Element {
  const chart = document.createElement('figure');
  chart.textContent = source;
  return chart;
}

function stream(text: string, hooks: BlockHooks): HTMLElement {
  const box = document.createElement('div');
  const drawing = new MarkdownStream(box, {}, hooks);
  for (const piece of piecesInTurn(text, [3])) {
    drawing.push(piece);
    drawing.flush();
  }
  drawing.end();
  return box;
}

describe('the option `blocks` of the package', () => {
  const blocks = { chart: drawChart };

  it("calls a language's function once, when the fence is closed, with the text of the fence", () => {
    const box = document.createElement('div');
    const sources: string[] = [];
    const chart = (source: string): Element => {
      sources.push(source);
      return drawChart(source);
    };
    const drawing = new MarkdownStream(box, {}, { blocks: { chart } });
    drawing.push('```chart\n<b>1</b>\n');
    drawing.flush();
    expect(box.querySelector('figure')).to.equal(null);
    drawing.push('```\n');
    drawing.flush();
    expect(box.querySelector('cf-ai-chat-block > figure')?.textContent).to.equal('<b>1</b>\n');
    expect(box.querySelector('pre')?.hidden).to.equal(true);
    drawing.push('More');
    drawing.end();
    expect(box.querySelectorAll('cf-ai-chat-block')).to.have.length(1);
    expect(box.querySelector('pre')?.hidden).to.equal(true);
    expect(sources).to.deep.equal(['<b>1</b>\n']);
  });

  it('draws the same for a stream and for one render', () => {
    const box = stream(ANSWER, { blocks });
    expect(outline(box)).to.equal(outline(renderMarkdown(ANSWER, {}, { blocks })));
    expect([...box.querySelectorAll('figure')].map(({ textContent }) => textContent)).to.deep.equal([
      '<b>1</b>\n2\n',
      '3\n',
    ]);
  });

  it('draws code as usual where the language has no function, or the function returns nothing', () => {
    const box = stream('```constructor\na\n```\n\n```b\nc\n```\n', { blocks: { b: () => undefined } });
    expect(box.querySelectorAll('pre:not([hidden])')).to.have.length(2);
  });

  it('draws the code and all that follows where a function throws', () => {
    const errors: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => void errors.push(error);
    const bad = (): Element => {
      throw new Error('no chart');
    };
    const box = stream('```bad\na\n```\n\nEnd.', { blocks: { bad } });
    globalThis.reportError = reportError;
    expect(box.textContent).to.equal('a\n\nEnd.\n');
    expect(errors).to.have.length(1);
  });

  it('shows an element that a function has created in another document', () => {
    const other = new DOMParser().parseFromString('<b>other</b>', 'text/html');
    const box = stream('```other\na\n```\n\nEnd.', { blocks: { other: () => other.querySelector('b')! } });
    expect(box.querySelector('cf-ai-chat-block > b')?.ownerDocument).to.equal(document);
    expect(box.textContent).to.equal('othera\n\nEnd.\n');
  });

  it('passes raw HTML in the code to the function as text', () => {
    const box = stream('```chart\n<img src=x onerror=alert(1)>\n```\n', { blocks });
    expect(box.querySelector('img')).to.equal(null);
    expect(box.querySelector('figure')?.textContent).to.equal('<img src=x onerror=alert(1)>\n');
  });
});

describe('hostile markdown with functions for blocks', () => {
  it('reaches the functions as text only, and leaves nothing dangerous in the result', () => {
    for (const markdown of [...HOSTILE, ...HOSTILE_SHAPES]) {
      const source = `${markdown.replaceAll(/^(?:```|~~~)/gm, ' $&')}\n`;
      const sources: string[] = [];
      const chart = (code: string): Element => {
        sources.push(code);
        return drawChart(code);
      };
      const box = stream(`\`\`\`\`chart\n${source}\`\`\`\`\n\n${markdown}`, {
        blocks: { chart },
        onBlock: () => undefined,
      });
      expect(sources[0]?.trimEnd(), markdown).to.equal(normalizeSource(source).trimEnd());
      expect(dangersIn(box), markdown).to.deep.equal([]);
    }
  });
});

describe('onBlock', () => {
  for (const [title, text] of [
    ['where nothing else changes', 'One\n\nTwo\n\n```js\na\n```\n\nThree'],
    ['where the end draws blocks again', '[x]: /u?a&amp;b\n\n<!-- c -->\n\n[One][x]\n\nTwo\n\nThree'],
  ] as const) {
    it(`is called once for each block, ${title}, and not for nodes that the page adds`, () => {
      const seen: Element[] = [];
      const onBlock = (block: Element): void => {
        seen.push(block);
        block.after(document.createElement('button'));
      };
      stream(text, { onBlock });
      expect(new Set(seen)).to.have.property('size', seen.length);
      expect(seen.map(({ localName }) => localName)).to.not.include('button');
      expect(seen.length).to.be.at.least(3);
    });
  }

  it('is called for the blocks with which end() replaces others', () => {
    const seen = new Set<Element>();
    const box = stream('Words:\n$$\na\n\n```js\nlet a;\n```\n\nEnd\n\nlast', {
      onBlock: (block) => seen.add(block),
    });
    expect([...box.children].filter((block) => !seen.has(block))).to.deep.equal([]);
  });

  it('may throw without stopping the answer', () => {
    const errors: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => void errors.push(error);
    const onBlock = (): void => {
      throw new Error('no highlighter');
    };
    const box = stream('One.\n\nTwo.', { onBlock });
    globalThis.reportError = reportError;
    expect(box.textContent).to.equal('One.\nTwo.\n');
    expect(errors).to.have.length(2);
  });

  it('gets each block once, in order, when the block is finished', () => {
    const seen: string[] = [];
    const onBlock = (block: Element): void =>
      void seen.push(`${block.localName}: ${block.textContent?.trim()}`);
    stream('# A\n\nb **c**\n\n```js\nd\n```\n\n| e |\n|---|\n| f |\n\ng', { onBlock });
    expect(seen.map((text) => text.replace(/\s+/g, ' '))).to.deep.equal([
      'h1: A',
      'p: b c',
      'pre: d',
      'table: e f',
      'p: g',
    ]);
  });

  it('gets the blocks of a one-shot render, too', () => {
    const seen: string[] = [];
    renderMarkdown('a\n\n- b', {}, { onBlock: ({ localName }) => void seen.push(localName) });
    expect(seen).to.deep.equal(['p', 'ul']);
  });
});
