import { expect } from 'chai';
import { integer, sample } from 'fast-check';
import { Marked } from 'marked';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { fillWithHtml, loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { outline } from './dom-outline.ts';
import { lostWords } from './lost-words.ts';
import { numbersIn } from './spec-differences.ts';
import { loadSpecExamples } from './spec-examples.ts';
import { TAG_LIKE_DOCUMENT, wrongWords } from './tag-like-documents.ts';
import { watchWords } from './watch-words.ts';

/** `npm run fuzz -- words` checks more documents. */
const DOCUMENTS = 300;
/** The highest allowed share of frames that show text which the end lacks, or lack a word of the frame before. */
const MAX_UNSTEADY = 0.001;
/**
 * Piece sizes in characters, as networks deliver them; the same in every run. `npm run bench -- markdown
 * words` also takes single characters.
 */
const SIZES = sample(integer({ min: 1, max: 40 }), { numRuns: 500, seed: 41 });

async function loadAnswers(
  corpus: 'answers' | 'hard-answers' | 'new-answers',
): Promise<[name: string, answer: string][]> {
  const response = await fetch(`/test/fixtures/markdown/${corpus}.json`);
  return Object.entries((await response.json()) as Record<string, string>);
}

const HARD_CORPORA = ['hard-answers', 'new-answers'] as const;
const HARD_ANSWERS = {
  'hard-answers': await loadAnswers('hard-answers'),
  'new-answers': await loadAnswers('new-answers'),
};
await loadSanitizer();

describe('the words of the source of an answer', () => {
  for (const corpus of HARD_CORPORA) {
    const unsteady: string[] = [];
    let frames = 0;
    for (const [name, answer] of HARD_ANSWERS[corpus]) {
      it(`are all shown in the finished answer: ${name}`, () => {
        const seen = watchWords(answer, SIZES);
        expect(seen.lost, 'lost').to.deep.equal([]);
        expect(seen.changedByEnd, 'changed by the end').to.equal(undefined);
        frames += seen.frames;
        unsteady.push(...[...seen.passing, ...seen.vanished].map((text) => `${name}: ${text}`));
      });
    }

    it(`stay shown once they were shown, in nearly all frames of 60 ${corpus}`, () => {
      expect(HARD_ANSWERS[corpus]).to.have.length(60);
      expect(unsteady.length / frames, unsteady.join('\n')).to.be.below(MAX_UNSTEADY);
    });
  }

  it('are all shown in the realistic answers', async () => {
    for (const [name, answer] of await loadAnswers('answers'))
      expect(lostWords(answer, renderMarkdown(answer)), name).to.deep.equal([]);
  });

  it('are all shown among tag-like texts, and no tag changes the last paragraph', () => {
    for (const markdown of sample(TAG_LIKE_DOCUMENT, { numRuns: DOCUMENTS, seed: 41 }))
      expect(wrongWords(markdown), markdown).to.equal(undefined);
  });

  for (const name of ['commonmark', 'gfm'] as const) {
    it(`are all shown in every ${name} example, which is rendered as by unmodified marked except the listed differences`, async () => {
      const lost: number[] = [];
      const different: number[] = [];
      for (const [number, markdown] of await loadSpecExamples(name)) {
        const stock = document.createElement('div');
        fillWithHtml(stock, new Marked().parse(markdown, { async: false }).replaceAll('\0', '\uFFFD'), {
          policy: {},
        });
        const drawn = renderMarkdown(markdown, { lineEnds: 'join' });
        if (lostWords(markdown, drawn).length > 0) lost.push(number);
        if (outline(drawn) !== outline(stock)) different.push(number);
      }
      expect(lost).to.deep.equal([]);
      expect(different).to.deep.equal(numbersIn(name));
    });
  }
});
