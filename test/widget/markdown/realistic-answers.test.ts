import { expect } from 'chai';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { integer, sample } from 'fast-check';
import { percentile } from '../../bench/markdown/statistics.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { eachFrame, findText, selectWords } from './streamed.ts';
import { watchAnswer, WithheldText, type Watched } from './watch-answer.ts';

await loadSanitizer();

/** How many characters of prose a frame may hold back, together with the syntax around them. */
const MAX_WITHHELD = 120;
const MAX_WITHHELD_P99 = 44;
const MAX_REMOVED = 0.05;
/**
 * How many frames are checked per answer. Long answers arrive in larger pieces; `npm run bench -- markdown
 * corpus` checks all frames.
 */
const MAX_FRAMES = 1200;
const LARGE_SIZE = 16;
const PIECE_SIZES = [1, 3, LARGE_SIZE];

/** Piece sizes in characters, as networks deliver them; the same in every run. */
const RANDOM_SIZES = sample(integer({ min: 1, max: 60 }), { numRuns: 1000, seed: 14 });

/** Answers as models write them, by file name. */
async function loadAnswers(): Promise<ReadonlyMap<string, string>> {
  const response = await fetch('/test/fixtures/markdown/answers.json');
  return new Map(Object.entries((await response.json()) as Record<string, string>));
}

const ANSWERS = await loadAnswers();

/** The sizes of an answer's pieces that are tested: the smallest, which has the frames of the others; all in a full run. */
function sizesFor({ length }: string): readonly number[] {
  const sizes = PIECE_SIZES.filter((size) => size === LARGE_SIZE || length <= MAX_FRAMES * size);
  return IS_FULL_RUN ? sizes : sizes.slice(0, 1);
}

/** Each third answer, for what takes long to look at in each frame; all in a full run. */
function someAnswers(): readonly (readonly [string, string])[] {
  return [...ANSWERS].filter((_, index) => IS_FULL_RUN || index % 3 === 0);
}

function expectSteady(seen: Watched, name: string): void {
  expect(seen.raw, `syntax in frames of ${name}`).to.deep.equal([]);
  expect(seen.marked, `bold, slanted, struck or linked words in frames of ${name}`).to.deep.equal([]);
  expect(seen.changedAtEnd, `changed by the end of ${name}`).to.equal(0);
  expect(seen.isEqual, `${name} is that of the one-shot render`).to.equal(true);
}

describe('realistic answers', () => {
  it('number at least a hundred', () => {
    expect(ANSWERS.size).to.be.at.least(100);
  });

  for (const [index, [name, answer]] of [...ANSWERS].entries()) {
    // The pieces of random sizes below show the same of the others.
    if (index % 3 === 0 && !IS_FULL_RUN) continue;
    for (const size of sizesFor(answer)) {
      it(`show no syntax in a frame that the finished answer does not show, with ${size} characters a frame: ${name}`, () => {
        expectSteady(watchAnswer(answer, [size]), name);
      }).timeout(60_000);
    }
  }

  it('show all text but one incomplete construct, and replace hardly a node, in pieces of any size', () => {
    const withheld: number[] = [];
    let removed = 0;
    let nodes = 0;
    for (const [name, answer] of someAnswers()) {
      const { counts, look } = new WithheldText(answer);
      const seen = watchAnswer(answer, RANDOM_SIZES, look);
      expectSteady(seen, name);
      withheld.push(...counts);
      removed += seen.removed;
      nodes += seen.nodes;
    }
    const [p99, most] = [0.99, 1].map((share) => percentile(withheld, share));
    console.log(`characters held back in ${withheld.length} frames of prose: p99 ${p99}, most ${most}`);
    expect(p99).to.be.at.most(MAX_WITHHELD_P99);
    expect(most).to.be.at.most(MAX_WITHHELD);
    expect(removed / nodes).to.be.at.most(MAX_REMOVED);
  }).timeout(60_000);

  it('keep a selection and opened details when a list becomes loose or an image becomes a link, in pieces of any size', () => {
    let selections = 0;
    let opened = 0;
    const answers = someAnswers();
    for (const [name, answer] of answers) {
      let selected = '';
      const toggled = new Map<HTMLDetailsElement, boolean>();
      eachFrame(answer, RANDOM_SIZES, (box, received) => {
        expect(`${getSelection()}`, name).to.equal(selected);
        for (const [details, isOpen] of toggled)
          expect([box.contains(details), details.open], name).to.deep.equal([true, isOpen]);
        for (const details of box.querySelectorAll('details'))
          if (!toggled.has(details)) toggled.set(details, (details.open = !details.open));
        if (selected !== '' || received.length < answer.length / 3) return;
        const open = box.lastElementChild;
        const word = /[a-z]{4,}/i.exec(open?.textContent ?? '')?.[0];
        if (!open || !word || !findText(open, word)) return;
        selectWords(open, word);
        selected = `${getSelection()}`;
      });
      if (selected !== '') selections += 1;
      opened += toggled.size;
      getSelection()?.removeAllRanges();
    }
    expect(selections).to.be.at.least(answers.length / 3);
    expect(opened).to.be.at.least(1);
  }).timeout(60_000);
});
