import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { selectWords } from './streamed.ts';

await loadSanitizer();

/** Draws a text, selects words in it, draws the rest, and returns what is selected then. */
function selectedAfter(
  text: string,
  selected: string,
  rest: string,
  isBackward = false,
): { words: string; direction: string | undefined } {
  const box = document.body.appendChild(document.createElement('div'));
  const stream = new MarkdownStream(box);
  stream.push(text);
  stream.flush();
  selectWords(box, selected, isBackward);
  for (const piece of rest) {
    stream.push(piece);
    stream.flush();
  }
  stream.end();
  const selection = getSelection();
  const result = { words: selection?.toString() ?? '', direction: selection?.direction };
  box.remove();
  return result;
}

describe('a selection in an answer whose DOM nodes are replaced or moved', () => {
  const CASES = [
    ['in a list that turns loose', '- one and\n- two words\n', 'two', '\n- three\n\nMore.'],
    ['in a line that becomes a heading', 'Some words here\n', 'words', '===\n\nMore.'],
    ['in a paragraph that goes on', 'Some words here', 'words', ' and **more** and `more`.\n\nMore.'],
    [
      'in emphasis that turns out to be none',
      'Some **words here',
      'words',
      `${' and more'.repeat(40)}\n\nMore.`,
    ],
    ['in a frozen block', 'Some words here\n\nMore', 'words', ' and more.\n\nLast.'],
    [
      'in list text when a table below turns the list loose',
      '- two words\n- b\n',
      'words',
      '\n  | a |\n  |---|\n  | 1 |\n\nMore.',
    ],
    [
      'in a list inside of `<details>` that turns loose',
      '<details open>\n\n- two words\n\n',
      'words',
      '  More.\n\n</details>\n\nLast.',
    ],
    ['in an image that becomes a link', 'A ![shot of keys', 'keys', '](https://example.org/a.png)\n\nMore.'],
    ['in words that become a link', 'See [some words][a] here\n\nMore.\n', 'words', '\n[a]: /x\n\nLast.\n'],
    ['in raw HTML that goes on', '<div>\n\nSome words here\n\n', 'words', '- more\n\n</div>\n\nLast.'],
  ] as const;

  for (const [place, text, selected, rest] of CASES) {
    it(`stays on the same words ${place}`, () => {
      expect(selectedAfter(text, selected, rest).words).to.equal(selected);
    });

    it(`stays a backward selection ${place}`, () => {
      // Older Firefox and WebKit do not report the direction of a selection.
      if (getSelection()?.direction === undefined) return;
      expect(selectedAfter(text, selected, rest, true)).to.deep.equal({
        words: selected,
        direction: 'backward',
      });
    });
  }

  it('keeps its start in a frozen block and its end in the open block', () => {
    const box = document.body.appendChild(document.createElement('div'));
    const stream = new MarkdownStream(box);
    stream.push('First words.\n\n- one\n- two\n');
    stream.flush();
    const first = box.querySelector('p')?.firstChild;
    const last = box.querySelector('li')?.firstChild;
    if (!first || !last) throw new Error('expected a paragraph and a list');
    getSelection()?.setBaseAndExtent(first, 6, last, 2);
    stream.push('\n- three\n\nMore.');
    stream.end();
    const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
    box.remove();
    expect([anchorNode, anchorOffset]).to.deep.equal([first, 6]);
    expect([focusNode?.textContent, focusOffset, focusNode?.parentElement?.localName]).to.deep.equal([
      'one',
      2,
      'p',
    ]);
  });

  it('stays unchanged when it ends at the very start of the answer', () => {
    const above = document.body.appendChild(document.createElement('p'));
    above.textContent = 'Words above';
    const box = document.body.appendChild(document.createElement('div'));
    const stream = new MarkdownStream(box);
    stream.push('Title words\n');
    stream.flush();
    const first = box.querySelector('p')?.firstChild;
    if (!above.firstChild || !first) throw new Error('expected words');
    getSelection()?.setBaseAndExtent(above.firstChild, 0, first, 0);
    stream.push('===\n\nMore.');
    stream.end();
    const selected = getSelection()?.toString().trim();
    box.remove();
    above.remove();
    expect(selected).to.equal('Words above');
  });

  it('stays unchanged outside of the answer', () => {
    const aside = document.body.appendChild(document.createElement('p'));
    aside.textContent = 'Words beside the answer';
    selectWords(aside, 'beside');
    const box = document.body.appendChild(document.createElement('div'));
    const stream = new MarkdownStream(box);
    stream.push('- one\n');
    stream.flush();
    stream.push('\n- two\n');
    stream.end();
    const selected = getSelection()?.toString();
    box.remove();
    aside.remove();
    expect(selected).to.equal('beside');
  });
});
