import { expect } from 'chai';
import { integer, sample } from 'fast-check';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { countNodes, eachFrame, findText, piecesInTurn, selectWords, words } from './streamed.ts';

/** Characters that may be missing from a frame of prose, 99th percentile, counted with the syntax around them. */
const MAX_WITHHELD_P99 = 44;
const MAX_REMOVED = 0.05;
/** Frames of one answer that are looked at: longer answers are looked at in larger pieces only. */
const MAX_FRAMES = 1700;
/** Characters a frame where every frame is compared with a one-shot render. */
const COMPARED_SIZE = 16;

/** Characters a frame as networks bring them, the same in every run. */
const RANDOM_SIZES = sample(integer({ min: 1, max: 60 }), { numRuns: 1000, seed: 14 });

/** Answers as models write them, by the names of their files. */
async function loadAnswers(): Promise<ReadonlyMap<string, string>> {
  const response = await fetch('/test/fixtures/markdown/answers.json');
  return new Map(Object.entries((await response.json()) as Record<string, string>));
}

const ANSWERS = await loadAnswers();
/** Answers with link definitions, which stand below the links: their end changes frozen blocks. */
const CHANGED_AT_THEIR_END = new Set(
  [...ANSWERS].filter(([, text]) => /^\[[^\]]+\]: /m.test(text)).map(([name]) => name),
);

const SYNTAX = /[*_~`[\]()|#<>\\!]/;

/**
 * Syntax in a frame that is not in the finished answer, from its first character on. Where the finished answer shows marks
 * that a frame took for emphasis, as in `A^*) and B^*)`, no renderer could know.
 */
function rawSyntax(shown: string, final: string): string | undefined {
  let at = 0;
  while (at < shown.length && shown[at] === final[at]) at++;
  if (at === shown.length || !SYNTAX.test(shown[at] ?? '') || SYNTAX.test(final[at] ?? '')) return undefined;
  return `…${shown.slice(Math.max(0, at - 20), at + 20)}`;
}

describe('realistic answers', () => {
  it('are sixty or more', () => {
    expect(ANSWERS.size).to.be.at.least(60);
  });

  for (const size of [1, 3, 16]) {
    for (const [name, answer] of ANSWERS) {
      if (answer.length > MAX_FRAMES * size) continue;
      it(`show no syntax that is not in the finished answer, ${size} characters a frame: ${name}`, () => {
        const final = words(renderMarkdown(answer));
        eachFrame(answer, size, (box) => expect(rawSyntax(words(box), final)).to.equal(undefined));
      }).timeout(60_000);
    }
  }

  it('show no syntax that is not in the finished answer, in pieces of any size', () => {
    for (const [name, answer] of ANSWERS) {
      const final = words(renderMarkdown(answer));
      eachFrame(answer, RANDOM_SIZES, (box) =>
        expect(rawSyntax(words(box), final), name).to.equal(undefined),
      );
    }
  }).timeout(60_000);

  it('keep what a reader has selected when a list turns loose or an image becomes a link, and what is opened, in pieces of any size', () => {
    let selections = 0;
    let opened = 0;
    for (const [name, answer] of ANSWERS) {
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
    expect(selections).to.be.at.least(50);
    expect(opened).to.be.at.least(1);
  }).timeout(60_000);

  for (const [pieces, sizes] of [
    ['pieces of 8 characters', [8]],
    ['pieces of any size', RANDOM_SIZES],
  ] as const) {
    it(`lose hardly a node while they stream, and change no frozen block at their end, in ${pieces}`, () => {
      let removed = 0;
      let count = 0;
      for (const [name, answer] of ANSWERS) {
        const box = document.createElement('div');
        const observer = new MutationObserver(() => undefined);
        observer.observe(box, { childList: true, subtree: true, characterData: true });
        const stream = new MarkdownStream(box);
        for (const piece of piecesInTurn(answer, sizes)) {
          stream.push(piece);
          stream.flush();
          for (const { removedNodes } of observer.takeRecords())
            for (const node of removedNodes) if (!box.contains(node)) removed++;
        }
        const open = box.lastElementChild;
        stream.end();
        const touched = observer.takeRecords().filter(({ target, addedNodes, removedNodes }) => {
          const isBlock = (node: Node): boolean => node !== open && node instanceof Element;
          if (target === box) return [...addedNodes, ...removedNodes].some(isBlock);
          return !open?.contains(target);
        });
        if (!CHANGED_AT_THEIR_END.has(name)) expect(touched, name).to.have.length(0);
        expect(outline(box), name).to.equal(outline(renderMarkdown(answer)));
        count += countNodes(box);
      }
      expect(removed / count).to.be.at.most(MAX_REMOVED);
    }).timeout(60_000);
  }

  it('show everything received but one construct that is not complete', () => {
    const withheld: number[] = [];
    for (const answer of ANSWERS.values()) {
      if (answer.length > 4000) continue;
      eachFrame(answer, COMPARED_SIZE, (box, received) => {
        // A row of a table waits as a whole.
        const lines = received.split('\n').slice(-2);
        if (!lines.some((line) => line.includes('|')))
          withheld.push(words(renderMarkdown(received)).length - words(box).length);
      });
    }
    withheld.sort((a, b) => a - b);
    expect(withheld.at(-1)).to.be.at.most(120);
    expect(withheld[Math.floor(withheld.length * 0.99)]).to.be.at.most(MAX_WITHHELD_P99);
  }).timeout(60_000);
});
