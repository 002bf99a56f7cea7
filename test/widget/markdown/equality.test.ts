import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import * as fc from 'fast-check';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { piecesOf, STREAMED_DOCUMENT } from './markdown-arbitrary.ts';
import { loadSpecExamples } from './spec-examples.ts';
import { streamed } from './streamed.ts';

await loadSanitizer();

/** Random documents in a test run. `npm run fuzz` tries more of them. */
const DOCUMENTS = 100;

describe('the DOM of a finished MarkdownStream', () => {
  for (const name of ['commonmark', 'gfm'] as const) {
    it(`equals that of renderMarkdown for every ${name} example, streamed one character at a time`, async () => {
      for (const [number, markdown] of await loadSpecExamples(name)) {
        expect(streamed(markdown), `example ${number}`).to.equal(outline(renderMarkdown(markdown)));
      }
    }).timeout(60_000);
  }

  it('equals that of renderMarkdown for any document in any pieces', () => {
    fc.assert(
      fc.property(STREAMED_DOCUMENT, (document) => {
        expect(streamed(piecesOf(document))).to.equal(outline(renderMarkdown(document.markdown)));
      }),
      { numRuns: DOCUMENTS },
    );
  }).timeout(120_000);
});
