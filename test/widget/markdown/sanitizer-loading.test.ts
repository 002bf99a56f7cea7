import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { renderMarkdown as renderWithHooks } from '../../../widget/markdown/package/package-entry.ts';
import type * as purifierModule from '../../../widget/markdown/purifier.ts';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { dangersIn } from './dangers.ts';
import { outline } from './dom-outline.ts';
import { HOSTILE_TAGS } from './hostile-tags.ts';
import { HOSTILE } from './hostile.ts';

const TABLE = '<table><tr><td>a [1] <b onclick="hit()">c</b></td></tr></table>';

function draw(markdown: string): HTMLElement {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  return box;
}

// The order of these tests matters: once the sanitizer has loaded, it stays.
describe('a block of HTML', () => {
  it('is shown as text where the sanitizer cannot be loaded', async () => {
    const failing = loadSanitizer(() => Promise.reject(new Error('no such file')));
    const boxes = [TABLE, ...HOSTILE, ...HOSTILE_TAGS].map(draw);
    await failing;
    expect(boxes[0]?.textContent.trim()).to.equal(TABLE);
    for (const box of boxes) expect(dangersIn(box), box.textContent).to.deep.equal([]);
  });

  it('is filled when the sanitizer loads late, with the same result as otherwise', async () => {
    let arrive: (purifier: typeof purifierModule) => void = () => undefined;
    const loading = loadSanitizer(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const box = document.createElement('div');
    const decorated: string[] = [];
    const decorate = (blocks: DocumentFragment): void => void decorated.push(blocks.textContent ?? '');
    const stream = new MarkdownStream(box, {}, { decorate });
    for (const character of `Words\n\n${TABLE}\n\nEnd`) {
      stream.push(character);
      stream.flush();
    }
    const once: string[] = [];
    renderMarkdown(TABLE, {}, (blocks) => void once.push(blocks.textContent ?? ''));
    const finished: string[] = [];
    const onBlock = (block: Element): void => void finished.push(block.textContent);
    renderWithHooks(`Words\n\n> ${TABLE}`, {}, { onBlock });
    expect(finished).to.deep.equal(['Words']);
    const hostile = [...HOSTILE, ...HOSTILE_TAGS].map(draw);
    expect(box.querySelector('table')).to.equal(null);
    expect(box.textContent).to.contain(TABLE);
    arrive(await import('../../../widget/markdown/purifier.ts'));
    await loading;
    expect(box.querySelector('td b')?.textContent).to.equal('c');
    expect(decorated).to.include('a [1] c');
    expect(once).to.include('a [1] c');
    expect(finished.map((text) => text.trim())).to.deep.equal(['Words', 'a [1] c']);
    for (const drawn of hostile) expect(dangersIn(drawn), drawn.textContent).to.deep.equal([]);
    stream.end();
    expect(outline(box)).to.equal(outline(renderMarkdown(`Words\n\n${TABLE}\n\nEnd`)));
  });
});
