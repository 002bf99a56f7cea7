import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/package/package-entry.ts';
import { outline } from './dom-outline.ts';
import { streamed } from './streamed.ts';

await loadSanitizer();

/** Resolves when something is drawn into the box. */
function drawn(box: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    new MutationObserver(() => resolve()).observe(box, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

describe('MarkdownStream', () => {
  it('draws pushed pieces together in a later frame', async () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('Hel');
    stream.push('lo');
    expect(box.textContent).to.equal('');
    await drawn(box);
    expect(box.textContent?.trim()).to.equal('Hello');
  });

  it('draws at once on flush() and on end()', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.flush();
    expect(box.textContent?.trim()).to.equal('a');
    stream.push('b');
    stream.end();
    expect(box.textContent?.trim()).to.equal('ab');
  });

  it('shows withheld text when the stream that is piped into it is aborted', async () => {
    const box = document.createElement('div');
    const { writable } = new MarkdownStream(box);
    const writer = writable.getWriter();
    await writer.write('Two | three');
    await writer.abort();
    expect(box.textContent?.trim()).to.equal('Two | three');
  });

  it('throws when text is pushed after its end', () => {
    const stream = new MarkdownStream(document.createElement('div'));
    stream.end();
    expect(() => stream.push('x')).to.throw(TypeError);
  });

  it('may be ended more than once', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.end();
    stream.end();
    expect(box.textContent?.trim()).to.equal('a');
  });

  it('draws no half of a surrogate pair that arrives in two pieces', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    const [first = '', second = ''] = '\u{1F600}'.split('');
    stream.push(`a ${first}`);
    stream.flush();
    expect(box.textContent?.trim()).to.equal('a');
    stream.push(second);
    stream.flush();
    expect(box.textContent?.trim()).to.equal('a \u{1F600}');
    stream.dispose();
  });

  it('keeps a line whole that only began like a table', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const piece of ['Words\n| a |\n|-|', 'x']) {
      stream.push(piece);
      stream.flush();
    }
    expect(box.querySelectorAll('p')).to.have.length(1);
    stream.dispose();
  });

  it('draws nothing after dispose()', async () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.dispose();
    const later = document.createElement('div');
    new MarkdownStream(later).push('b');
    await drawn(later);
    expect(box.childNodes).to.have.length(0);
  });

  it('can be the target of a ReadableStream of strings', async () => {
    const box = document.createElement('div');
    const { writable } = new MarkdownStream(box);
    await new Response('**a** b').body!.pipeThrough(new TextDecoderStream()).pipeTo(writable);
    expect(outline(box)).to.equal(outline(renderMarkdown('**a** b')));
  });

  it('keeps the DOM nodes of finished blocks', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('One.\n\nTwo');
    stream.flush();
    const first = box.firstChild;
    stream.push(' and more.\n\n- three');
    stream.end();
    expect(box.firstChild).to.equal(first);
  });

  it('does not redraw a list once a paragraph has begun behind it', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('- one\n- two\n\nWords');
    stream.flush();
    // A redraw would remove this attribute from an open block.
    box.querySelector('ul')?.setAttribute('data-mark', '');
    stream.push(' that go on');
    stream.flush();
    expect(box.querySelector('ul')?.hasAttribute('data-mark')).to.equal(true);
    expect(box.querySelector('p')?.textContent).to.equal('Words that go on');
    stream.dispose();
  });

  for (const [name, block] of [
    ['paragraph', 'Words'],
    ['heading', '# Words'],
    ['table', '| a |\n|---|\n| b |'],
    ['quote', '> Words'],
  ] as const) {
    it(`does not redraw a ${name} once a list has begun behind a blank line`, () => {
      const box = document.createElement('div');
      const stream = new MarkdownStream(box);
      stream.push(`${block}\n\n- one`);
      stream.flush();
      // A redraw would remove this attribute from an open block.
      box.firstElementChild?.setAttribute('data-mark', '');
      stream.push(' item');
      stream.flush();
      expect(box.firstElementChild?.hasAttribute('data-mark')).to.equal(true);
      expect(box.querySelector('li')?.textContent).to.equal('one item');
      stream.dispose();
    });
  }

  it('shows the text of a link without brackets until its late definition makes it a link', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('See [the manual][docs] first.\n\nMore.\n\n[docs]: /manual\n\nLast.\n');
    stream.flush();
    expect(box.querySelector('p')?.textContent).to.equal('See the manual first.');
    const link = box.querySelector('a');
    stream.end();
    expect(box.querySelector('a')).to.equal(link);
    expect(link?.getAttribute('href')).to.equal('/manual');
  });

  it('draws a link as soon as its line arrives when the definition stands above', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const piece of ['[a]: /x\n\nSee [a', '] ', 'w']) {
      stream.push(piece);
      stream.flush();
    }
    expect(box.querySelector('a')?.getAttribute('href')).to.equal('/x');
    stream.dispose();
  });

  it('draws blocks inside of a raw HTML element that is still open', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const piece of [
      '<details>\n<summary>More</summary>\n\nOne.\n\n',
      '- two\n\n</details>\n\n',
      'Behind.\n\nLast',
    ]) {
      stream.push(piece);
      stream.flush();
    }
    expect(box.querySelector('details ul')).not.to.equal(null);
    expect(box.lastElementChild?.textContent).to.equal('Last');
    stream.dispose();
  });

  for (const [title, markdown] of [
    ['a title on a line of its own', 'Words\n\n[a]: /x\n"The title"\n\nSee [a].\n\nMore.\n'],
    ['a label that every object has', '[constructor] and [x][__proto__]\n\n[toString]: /x\n\n[toString]\n'],
    ['a title over several lines', '[a]: /x\n"The\ntitle\nof it"\n\nSee [a].\n'],
    ['words that only begin like a title', '[a]: /x\n"The\nwords [a]\n\nSee [a].\n'],
    ['a definition in a list item, with spaces behind it', '- [a]: /x  \n  [a]>\n\n- b\n'],
    ['a delimiter in the label of a definition', '[a*]: /x\n*[a*]\n\nMore.\n'],
    ['a list item with a space of another kind at its end', '- one\u00A0\ntwo\u3000\n* \u00A0\n*'],
    ['a name without its semicolon in a title', '[a](/x "&uml1;")\n'],
    ['a line that underlines a table without pipes', 'Words\nmore\n-:\n-'],
    [
      'a quote with a list in a list item, where marked lost its place',
      '- Item\n\n  > - words\n  lazy\n\n    more\n',
    ],
    ['a definition with the same label twice', '[a]: /x\n[a]: /y\n[a]\n\n[b]: /z\n'],
    ['raw HTML in the text of a link without a definition', '[<b>words][label]\n\nMore.\n'],
  ] as const) {
    it(`renders ${title} as renderMarkdown does, wherever the text is split`, () => {
      const wanted = outline(renderMarkdown(markdown));
      for (let at = 0; at < markdown.length; at++) {
        expect(streamed([markdown.slice(0, at), markdown.slice(at)]), `split at ${at}`).to.equal(wanted);
        expect(streamed([markdown.slice(0, at), ...markdown.slice(at)]), 'then one by one').to.equal(wanted);
      }
    });
  }
});
