import { expect } from 'chai';
import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { keepSelection } from '../../../widget/markdown/keep-selection.ts';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { scrollableStyle } from './visitor.ts';

await loadWindow();

const style = scrollableStyle();
let box: HTMLElement;
let stream: MarkdownStream;

function draw(text: string): void {
  stream.push(text);
  stream.flush();
}

function find(selector: string): HTMLElement {
  const found = box.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`expected ${selector} in ${box.innerHTML}`);
  return found;
}

/** Scrolls as a visitor does: with an event before the next frame. */
async function scroll(element: HTMLElement): Promise<void> {
  const scrolled = new Promise((resolve) => element.addEventListener('scroll', resolve, { once: true }));
  element.scrollLeft = 5;
  await scrolled;
}

describe('The place of a visitor in an answer that arrives', () => {
  beforeEach(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    box = document.body.appendChild(document.createElement('div'));
    stream = new MarkdownStream(box);
  });

  afterEach(() => {
    box.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
  });

  it('keeps the focus when the link is drawn anew in raw code that becomes a heading', () => {
    draw('Write <code>to <https://example.com/> when ');
    const link = find('a');
    link.focus();
    draw('done\n---\n\nMore');
    expect(link.isConnected).to.equal(false);
    expect(document.activeElement === find('h2 a'), 'focused').to.equal(true);
  });

  it('keeps the focus on an address that grows while its paragraph becomes a heading', () => {
    draw('Write <code>to https://example.com/a');
    find('a').focus();
    draw('bout now\n---\n\nMore');
    expect(find('h2 a').getAttribute('href')).to.equal('https://example.com/about');
    expect(document.activeElement === find('h2 a'), 'focused').to.equal(true);
  });

  it('focuses the link among the same words, not one as far from the beginning', () => {
    const link = '<https://example.com/>';
    draw(`One [first ${link}][label] here. Two ${link} there <code>and, three, ${link} over `);
    const links = box.querySelectorAll<HTMLElement>('a[href]');
    links[2]?.focus();
    draw(`yonder, ${link}\n---\n\n[label]: /x\n\nMore\n\n`);
    expect(links[2]?.isConnected).to.equal(false);
    expect(document.activeElement?.previousSibling?.textContent).to.equal('and, three, ');
  });

  it('does not let the focus move with its link to where an equal one is wanted', () => {
    const link = 'https://example.com/';
    draw(`Open [[two] words ${link} first]() and, much later, `);
    draw(`${link} again and again`);
    const [focused] = box.querySelectorAll<HTMLElement>('a[href]');
    focused?.focus();
    draw('\n\n[two]: /x\n\nMore\n\n');
    expect(box.querySelectorAll('a[href*=".com"]')).to.have.length(2);
    expect(document.activeElement?.nextSibling?.textContent).to.equal(' again and again');
  });

  it('leaves the focus to no other link when the focused one turns out to be none', () => {
    draw('See [what https://example.com/ says] first.\n\nThen, much later, https://example.com/ again.\n');
    find('a[href]').focus();
    draw('\n[what https://example.com/ says]: https://example.org/\n\nMore\n\n');
    expect(find('a').textContent).to.equal('what https://example.com/ says (example.org)');
    expect(document.activeElement?.getAttribute('href')).not.to.equal('https://example.com/');
  });

  for (const [title, before, after] of [
    ['a mark that is closed for a frame', '**[* me@example.com[]]()', '*b'],
    [
      'a reference that nobody has defined yet',
      'See [what me@example.com [says][the la',
      'bel]](/x)\n\nMore\n\n[the label]: /d',
    ],
    [
      'a definition whose line is not complete',
      'See [what me@example.com [][the la',
      'bel]](/x)\n\n[the label]: /d',
    ],
  ] as const) {
    it(`keeps the focus on a link that ${title} would have read as part of another one`, () => {
      draw(before);
      find('a[href]').focus();
      draw(after);
      expect(document.activeElement?.getAttribute('href')).to.equal('mailto:me@example.com');
      expect(find('p').contains(document.activeElement)).to.equal(true);
      stream.end();
      expect(document.activeElement?.getAttribute('href')).to.equal('mailto:me@example.com');
    });
  }

  it('moves no focus in the frames behind the one that kept it', () => {
    draw('**[* me@example.com[]]()');
    find('a[href]').focus();
    draw('*b');
    let count = 0;
    box.addEventListener('focusin', () => count++);
    for (const word of ' and more words'.split('')) draw(word);
    expect(count).to.equal(0);
    draw('\n\nNext.\n');
    draw('\nAnd **mo');
    expect(find('p:last-child strong').textContent).to.equal('mo');
  });

  it('closes marks behind a table that is focused, whose first words become a link', () => {
    draw('- | [it] | b |\n  |---|---|\n  | c | d |\n');
    const table = find('table');
    table.tabIndex = 0;
    table.focus();
    draw('\n- [it]: /x\n\n- some **bo');
    expect(find('strong').textContent).to.equal('bo');
    expect(document.activeElement === table, 'focused').to.equal(true);
  });

  it('moves the focus with the words of a link when another one takes them over', () => {
    draw('<a href="https://example.com/">\n\nWords');
    find('a').focus();
    draw(' and https://example.org');
    expect(document.activeElement?.textContent).to.equal('Words and ');
  });

  it('keeps indented code drawn, and scrolled, whose words look like markers', async () => {
    draw('         - - - - - - - - - +');
    const code = find('pre');
    await scroll(code);
    draw(' ');
    expect([code.isConnected, code.scrollLeft]).to.deep.equal([true, 5]);
    draw('\n');
    expect(code.textContent).to.match(/\+ \n$/);
  });

  for (const [selector, block] of [
    ['pre', '- ```\n  a long line of code to scroll\n  ```\n  Text'],
    ['table', '- | A long header cell | b |\n  |---|---|\n  | c | d |\n\n  Text'],
  ] as const) {
    it(`keeps a <${selector}> scrolled that a raw link turns out to stand around`, async () => {
      draw(`Open <a>\n\n${block}`);
      const region = find(selector);
      await scroll(region);
      draw(' and [a link](https://example.com/)\n\nMore');
      expect(region.isConnected).to.equal(false);
      expect(find(selector).scrollLeft).to.equal(5);
    });
  }

  it('keeps a selection on its words when their link comes to stand for an equal one behind it', () => {
    draw('See <me@example.com> and <me@example.com> now.');
    const [first, second] = box.querySelectorAll('a');
    getSelection()?.setBaseAndExtent(first?.firstChild as Text, 0, first?.firstChild as Text, 2);
    const putBack = keepSelection(box, null);
    first?.before(first.textContent);
    second?.replaceWith(first as Element);
    putBack?.();
    const { anchorNode, anchorOffset = 0 } = getSelection() ?? {};
    const before = document.createRange();
    before.setStart(box, 0);
    before.setEnd(anchorNode ?? box, anchorOffset);
    expect(before.toString()).to.equal('See ');
    expect(getSelection()?.toString()).to.equal('me');
  });

  it('keeps a selection in a shadow tree', () => {
    const root = box.attachShadow({ mode: 'open' });
    const inner = root.appendChild(document.createElement('div'));
    stream = new MarkdownStream(inner);
    draw('Some `words to select');
    const text = inner.querySelector('code')?.firstChild as Text;
    const tree = root as ShadowRoot & { getSelection?: () => Selection | null };
    const selection = tree.getSelection?.() ?? document.getSelection();
    selection?.setBaseAndExtent(text, 0, text, 5);
    draw('` here\n===\n\nMore');
    const [range] = tree.getSelection
      ? [selection?.getRangeAt(0)]
      : (selection?.getComposedRanges({ shadowRoots: [root] }) ?? []);
    expect(inner.querySelector('h1')?.contains(range?.startContainer ?? null)).to.equal(true);
    expect([range?.startOffset, range?.endOffset]).to.deep.equal([0, 5]);
  });
});
