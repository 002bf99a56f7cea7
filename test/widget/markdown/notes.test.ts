import { expect } from 'chai';
import {
  followNote,
  MarkdownStream,
  renderMarkdown,
  renderToString,
} from '../../../widget/markdown/package/package-entry.ts';
import { outline } from './dom-outline.ts';
import { eachFrame, streamed, words } from './streamed.ts';

function render(markdown: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  for (const element of box.querySelectorAll('[dir]')) element.removeAttribute('dir');
  return box.innerHTML.trim().replaceAll('\n', '');
}

const note = (number: number): string => `<a href="#note-${number}">[${number}]</a>`;
const back = (number: number): string => `<a href="#ref-${number}">[${number}]</a>`;

const CASES = [
  ['a[^1] b.\n\n[^1]: One', `<p>a${note(1)} b.</p><ul><li>${back(1)}One</li></ul>`],
  [
    'a[^x] b[^y] c[^x].\n\n[^y]: Two *of* them\n[^x]: One',
    `<p>a${note(1)} b${note(2)} c${note(1)}.</p><ul><li>${back(2)}Two <em>of</em> them</li><li>${back(1)}One</li></ul>`,
  ],
  ['Words\n[^1]: right below', `<p>Words</p><ul><li>${back(1)}right below</li></ul>`],
  ['> [^1]: a\nb', `<blockquote><ul><li>${back(1)}a</li></ul></blockquote><p>b</p>`],
  ['[^1]: one\n\n    two\n\nEnd', `<ul><li>${back(1)}<p>one</p><p>two</p></li></ul><p>End</p>`],
  ['[see [^1]](/u)', '<p><a href="/u" rel="noopener noreferrer nofollow">see [1]</a></p>'],
  [
    'a[^3] b[^1].\n\n[^1]: One\n[^3]: Three',
    `<p>a${note(3)} b${note(1)}.</p><ul><li>${back(1)}One</li><li>${back(3)}Three</li></ul>`,
  ],
  ['Текст\n[^заметка]: слова', `<p>Текст</p><ul><li>${back(1)}слова</li></ul>`],
  // No footnote
  ['free [^3]. Returns [^1].', '<p>free [3]. Returns [1].</p>'],
  ['[^aeiou] or [^A-Za-z_] or [^a-z0-9_]', '<p>[^aeiou] or [^A-Za-z_] or [^a-z0-9_]</p>'],
  ['[^1](/u)', '<p><a href="/u" rel="noopener noreferrer nofollow">^1</a></p>'],
  ['an expression [^a-z] or [^0-9a-f]', '<p>an expression [^a-z] or [^0-9a-f]</p>'],
  ['`[^1]` and \\[^1]', '<p><code>[^1]</code> and [^1]</p>'],
] as const;

describe('footnotes', () => {
  for (const [markdown, html] of CASES) {
    it(`render ${JSON.stringify(markdown)} as ${html}`, () => {
      expect(render(markdown)).to.equal(html);
      for (const size of [1, 2, 5]) {
        const pieces = markdown.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(streamed(pieces)).to.equal(outline(renderMarkdown(markdown)));
      }
    });
  }

  it('are shown while they arrive, never as raw syntax', () => {
    const text = `Known[^1] for long.[^two]\n\n[^1]: ${'A long note. '.repeat(20)}\n[^two]: Other\n\nEnd`;
    const final = words(renderMarkdown(text));
    eachFrame(text, 1, (box, received) => {
      expect(words(box), received).not.to.match(/\^|\[(?!\d)/);
      expect(final.startsWith(words(box)), words(box)).to.equal(true);
      const missing = words(renderMarkdown(received)).length - words(box).length;
      expect(missing, received).to.be.at.most(12);
    });
  });

  it('keep their numbers in a long list that is not parsed again as a whole', () => {
    const text =
      Array.from({ length: 80 }, (_, index) => `- item${'.'.repeat(60)}[^n${index}]\n`).join('') +
      '\n[^n70]: One';
    expect(streamed(text.match(/[^]{1,50}/g) ?? [])).to.equal(outline(renderMarkdown(text)));
  });

  it('link to one another without an id in the page', () => {
    const box = document.createElement('div');
    document.body.append(box);
    box.addEventListener('click', followNote);
    const stream = new MarkdownStream(box, { baseUrl: 'https://docs.example/' });
    stream.push('a[^1]\n\n[^1]: One');
    stream.end();
    const [number, way] = box.querySelectorAll('a');
    number?.click();
    expect(document.activeElement).to.equal(way);
    way?.click();
    expect(document.activeElement).to.equal(number);
    expect(location.hash).to.equal('');
    expect(box.querySelectorAll('[id],[name]')).to.have.length(0);
    box.remove();
  });

  it('are the same in renderToString', () => {
    expect(renderToString('a[^3]\n\n[^3]: Three', { baseUrl: 'https://docs.example/' })).to.equal(
      `<p dir="auto">a${note(3)}</p>\n<ul>\n<li dir="auto">${back(3)}Three</li>\n</ul>\n`,
    );
  });
});
