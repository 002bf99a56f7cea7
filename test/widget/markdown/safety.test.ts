import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { renderToString } from '../../../widget/markdown/package/render-to-string.ts';
import { dangersIn } from './dangers.ts';
import { HOSTILE_DIALECTS, HOSTILE_SHAPES } from './hostile-dialects.ts';
import { HOSTILE_TAGS } from './hostile-tags.ts';
import { HOSTILE } from './hostile.ts';
import { eachFrame } from './streamed.ts';
import { watched } from './watched.ts';

await loadSanitizer();

const VECTORS = [...HOSTILE, ...HOSTILE_DIALECTS];
const SHAPES = [...HOSTILE_SHAPES, ...HOSTILE_TAGS];

/** The document that a browser parses from a string. */
function parse(html: string): ParentNode {
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('hostile markdown', () => {
  // Each vector is a test of its own, so that the time limit does not depend on their number or on a busy
  // machine.
  for (const [index, markdown] of VECTORS.entries()) {
    it(`leaves nothing dangerous in any frame, wherever it is split (${index + 1} of ${VECTORS.length})`, () => {
      for (let split = 0; split <= markdown.length; split++) {
        const box = document.createElement('div');
        const stream = new MarkdownStream(box);
        for (const piece of [markdown.slice(0, split), markdown.slice(split)]) {
          stream.push(piece);
          stream.flush();
          expect(dangersIn(box), `${markdown} at ${split}`).to.deep.equal([]);
        }
        stream.end();
        expect(dangersIn(box), `${markdown} at ${split}`).to.deep.equal([]);
      }
    });

    it(`runs no script and sends no request to another origin, one character at a time (${index + 1} of ${VECTORS.length})`, async () => {
      const seen = await watched((box) => {
        const stream = new MarkdownStream(box);
        for (const character of markdown) {
          stream.push(character);
          stream.flush();
        }
        stream.end();
      });
      expect(seen).to.deep.equal({ hits: 0, requests: [] });
    });
  }

  it('leaves nothing dangerous after a one-shot render', () => {
    for (const markdown of VECTORS) expect(dangersIn(renderMarkdown(markdown)), markdown).to.deep.equal([]);
  });

  it('is not missed by this test: a script that does run, and a request that is sent, are noticed', async () => {
    const seen = await watched((box) => {
      const image = box.appendChild(new Image());
      image.src = 'https://evil.example/leak';
      const link = box.appendChild(document.createElement('a'));
      link.addEventListener('click', () => (window as unknown as { hit: () => void }).hit());
    });
    expect(seen.hits).to.equal(1);
  });
});

describe('hostile tags, and hostile constructs beyond GFM', () => {
  for (const [index, markdown] of SHAPES.entries()) {
    it(`leave nothing dangerous in frames, in one render, in renderToString, and when the result is parsed again (${index + 1} of ${SHAPES.length})`, () => {
      for (const size of [1, 3, 7]) {
        const box = eachFrame(markdown, size, (drawn, received) =>
          expect(dangersIn(drawn), received).to.deep.equal([]),
        );
        expect(dangersIn(box), markdown).to.deep.equal([]);
        expect(dangersIn(parse(box.innerHTML)), `${markdown}, read again`).to.deep.equal([]);
      }
      expect(dangersIn(renderMarkdown(markdown)), `${markdown}, in one go`).to.deep.equal([]);
      expect(dangersIn(parse(renderToString(markdown))), `${markdown}, on a server`).to.deep.equal([]);
    });
  }

  it('run no script, send no request to another origin, and add no id or name to the page', async () => {
    const names = new Set(Object.getOwnPropertyNames(window));
    const seen = await watched((box) => {
      for (const markdown of SHAPES) {
        const answer = box.appendChild(document.createElement('div'));
        const stream = new MarkdownStream(answer);
        for (const character of markdown) {
          stream.push(character);
          stream.flush();
        }
        stream.end();
      }
      expect(typeof document.cookie).to.equal('string');
      expect(document.forms).to.have.length(0);
      expect(Object.keys(Object.prototype)).to.deep.equal([]);
    });
    expect(seen).to.deep.equal({ hits: 0, requests: [] });
    const added = Object.getOwnPropertyNames(window).filter((name) => !names.has(name) && name !== 'hit');
    expect(added).to.deep.equal([]);
  });
});
