import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { shorten } from '../../../widget/markdown/growing-block.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';
import { outline } from './dom-outline.ts';

await loadSanitizer();

const CODE = '```js\n';
const TABLE = '| a | b |\n|---|---|\n';

/**
 * Long blocks: the kind, the first lines, a line that is repeated, and the selector of the element that has
 * the lines.
 */
const BLOCKS = [
  ['code block', CODE, 'const value = compute(1, 2);\n', 'code'],
  ['table', TABLE, '| **alpha** one | beta `two` |\n', 'tbody'],
  ['list', '', '- an item with **words** of it\n', 'ul'],
  ['loose list', '', '- an item with **words** of it\n\n', 'ul'],
  ['ordered list', '3. first\n', '4. an item with words\n', 'ol'],
  ['task list', '', '- [x] an item with words\n', 'ul'],
  ['table with raw HTML', TABLE, '| **alpha**<br>one | beta&nbsp;two |\n', 'tbody'],
  ['list with raw HTML', '', '- press <kbd>K</kbd> and wait\n', 'ul'],
  ['list with lists in it', '', '- an item\n  - one in it\n\n    with a paragraph\n', 'ul'],
] as const;

function open(): { box: HTMLElement; stream: MarkdownStream; draw: (text: string) => void } {
  const box = document.body.appendChild(document.createElement('div'));
  const stream = new MarkdownStream(box);
  const draw = (text: string): void => {
    stream.push(text);
    stream.flush();
  };
  return { box, stream, draw };
}

describe('a long block that grows', () => {
  for (const [kind, start, line, holder] of BLOCKS) {
    it(`keeps the DOM nodes at the start of a ${kind}, and equals renderMarkdown in the end`, () => {
      const { box, stream, draw } = open();
      draw(start);
      for (let count = 0; count < 120; count++) draw(line);
      const parent = box.querySelector(holder);
      const nodes = [...(parent?.childNodes ?? [])].slice(0, -6);
      const observer = new MutationObserver(() => undefined);
      for (const node of nodes)
        observer.observe(node, { childList: true, subtree: true, characterData: true });
      for (const character of line.repeat(5)) draw(character);
      expect(observer.takeRecords()).to.have.length(0);
      draw('\nMore.\n');
      stream.end();
      const text = `${start}${line.repeat(125)}\nMore.\n`;
      box.remove();
      expect(outline(box)).to.equal(outline(renderMarkdown(text)));
      expect([...(box.querySelector(holder)?.childNodes ?? [])].slice(0, nodes.length)).to.deep.equal(nodes);
    });
  }

  it('redraws a tight list that becomes loose late, and keeps its items', () => {
    const { box, stream, draw } = open();
    const tight = '- an item with words\n'.repeat(150);
    draw(tight);
    draw('- one more\n');
    const items = [...box.querySelectorAll('li')];
    expect(items[0]?.querySelector('p')).to.equal(null);
    draw('\n- a gap before\n');
    expect(items[0]?.querySelector('p')).not.to.equal(null);
    stream.end();
    box.remove();
    expect([...box.querySelectorAll('li')].slice(0, items.length)).to.deep.equal(items);
    expect(outline(box)).to.equal(outline(renderMarkdown(`${tight}- one more\n\n- a gap before\n`)));
  });

  /** The part of a drawn list that is parsed again when text arrives. */
  function readAgain(list: string): string | undefined {
    const [token] = new MarkdownLexer({}).lex(list);
    const element = renderMarkdown(list).firstElementChild;
    if (!token || !element) throw new Error('expected a list');
    return shorten(token, element, list)?.source;
  }

  it('parses again only the last two items of a loose list', () => {
    const item = '- an item with words\n\n';
    expect(readAgain(item.repeat(150))).to.equal(item.repeat(2));
  });

  it('parses a whole list again where the blank line that makes the list loose is above its last items', () => {
    expect(readAgain(`- first\n\n${'- an item with words\n'.repeat(150)}`)).to.equal(undefined);
  });

  it('keeps a selection in its first lines', () => {
    const { box, stream, draw } = open();
    draw(CODE + 'first line\n'.repeat(300));
    const text = box.querySelector('code')?.firstChild;
    if (!text) throw new Error('expected code');
    getSelection()?.setBaseAndExtent(text, 0, text, 5);
    draw('more\n'.repeat(600));
    draw('```\n\nMore.\n');
    stream.end();
    const selected = getSelection()?.toString();
    box.remove();
    expect(selected).to.equal('first');
  });

  it('keeps the right-to-left direction of list items while the list grows', () => {
    for (const line of ['- שלום עולם ועוד מילים\n', '1. שלום עולם ועוד מילים\n']) {
      const { box, stream, draw } = open();
      for (let count = 0; count < 150; count++) draw(line);
      const items = [...box.querySelectorAll('li')];
      expect(items).to.have.length(150);
      expect(items.every((item) => item.matches(':dir(rtl)'))).to.equal(true);
      draw('\nMore.\n\nLast.\n');
      stream.end();
      box.remove();
    }
  });

  it('ends a long table at a list that follows without a blank line', () => {
    const text = `${TABLE}${'| one | two |\n'.repeat(200)}- item\n- item\n`;
    const { box, stream, draw } = open();
    for (const line of text.split(/(?<=\n)/)) draw(line);
    stream.end();
    box.remove();
    expect(outline(box)).to.equal(outline(renderMarkdown(text)));
  });
});
