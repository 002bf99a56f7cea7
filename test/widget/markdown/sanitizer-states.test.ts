import { expect } from 'chai';
import { integer, sample } from 'fast-check';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import type * as purifierModule from '../../../widget/markdown/purifier.ts';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { dangersIn } from './dangers.ts';
import { outline } from './dom-outline.ts';
import { BLOCKS, HOSTILE_BLOCKS } from './hostile-blocks.ts';
import { HOSTILE_TAGS } from './hostile-tags.ts';
import { lostWords } from './lost-words.ts';
import { piecesInTurn } from './streamed.ts';
import { watched } from './watched.ts';

const VECTORS = [...HOSTILE_BLOCKS, ...HOSTILE_TAGS];
/** Piece sizes in characters. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  'one character': [1],
  // The frames of these are among those of one character.
  ...(IS_FULL_RUN && { 'three characters': [3] }),
  'random pieces': sample(integer({ min: 1, max: 40 }), { numRuns: 100, seed: 41 }),
};
const NOTHING = { hits: 0, requests: [] };

/** The outline of a tree with all <details> closed, since a reader may have opened them. */
function closed(tree: Node): string {
  return outline(tree).replaceAll(' open=""', '');
}

/** A streamed answer. */
class Answer {
  readonly box = document.createElement('div');
  readonly #markdown: string;
  readonly #stream = new MarkdownStream(this.box);
  #received = '';

  constructor(markdown: string, page: HTMLElement) {
    this.#markdown = markdown;
    page.append(this.box);
  }

  /** Draws a piece. */
  push(piece: string): void {
    this.#received += piece;
    this.#stream.push(piece);
    this.#stream.flush();
    this.expectSafe();
  }

  /**
   * Ends the answer where the sanitizer has not loaded, and checks that blocks of HTML show their source as
   * text.
   */
  endWithoutSanitizer(): void {
    this.#stream.end();
    this.expectSafe();
    const block = BLOCKS.find((text) => this.#markdown.includes(text));
    if (block === undefined) expect(lostWords(this.#markdown, this.box), this.#markdown).to.deep.equal([]);
    else expect(this.box.textContent).to.contain(block);
  }

  /** Ends the answer where the sanitizer has loaded. */
  end(): void {
    this.#stream.end();
    this.expectFilled();
  }

  /** Checks that the blocks of HTML are as the sanitizer leaves them. */
  expectFilled(): void {
    this.expectSafe();
    expect(closed(this.box), this.#markdown).to.equal(closed(renderMarkdown(this.#markdown)));
  }

  expectSafe(): void {
    expect(dangersIn(this.box), this.#received).to.deep.equal([]);
  }
}

/** All vectors in pieces, each with the number of pieces after which something happens to the sanitizer. */
function* streams(
  sizes: readonly number[],
  page: HTMLElement,
): Iterable<[Answer, readonly string[], number]> {
  for (const [index, markdown] of VECTORS.entries()) {
    const pieces = [...piecesInTurn(markdown, sizes)];
    yield [new Answer(markdown, page), pieces, index % pieces.length];
  }
}

function failToLoad(): Promise<void> {
  return loadSanitizer(() => Promise.reject(new Error('no such file')));
}

// The order of these tests matters: once the sanitizer has loaded, it stays.
describe('hostile blocks of HTML', () => {
  let arrive: (purifier: typeof purifierModule) => void = () => undefined;
  let loading: Promise<void>;
  const ended: Answer[] = [];
  const open: [Answer, readonly string[]][] = [];

  it('number 80, beside 101 other attacks by tags', () => {
    expect(new Set(HOSTILE_BLOCKS)).to.have.length(80);
    expect(new Set(VECTORS)).to.have.length(181);
  });

  for (const [size, sizes] of Object.entries(SIZES)) {
    it(`run nothing, request nothing and show their text where loading the sanitizer fails at every frame: ${size}`, async () => {
      const seen = await watched(async (page) => {
        for (const [answer, pieces] of streams(sizes, page)) {
          for (const piece of pieces) {
            const failing = failToLoad();
            answer.push(piece);
            await failing;
          }
          const failing = failToLoad();
          answer.endWithoutSanitizer();
          await failing;
        }
      });
      expect(seen).to.deep.equal(NOTHING);
    });
  }

  for (const [size, sizes] of Object.entries(SIZES)) {
    it(`run nothing, request nothing and show their text where the sanitizer never finishes loading: ${size}`, async () => {
      loading = loadSanitizer(
        () =>
          new Promise((resolve) => {
            arrive = resolve;
          }),
      );
      const seen = await watched((page) => {
        for (const [answer, pieces] of streams(sizes, page)) {
          for (const piece of pieces) answer.push(piece);
          answer.endWithoutSanitizer();
          ended.push(answer);
        }
        for (const [answer, pieces, middle] of streams(sizes, page)) {
          for (const piece of pieces.slice(0, middle)) answer.push(piece);
          open.push([answer, pieces.slice(middle)]);
        }
      });
      expect(seen).to.deep.equal(NOTHING);
    });
  }

  it('run nothing, request nothing and are sanitized where the sanitizer loads after the end of the answer', async () => {
    const seen = await watched(async (page) => {
      page.append(...ended.map(({ box }) => box), ...open.map(([{ box }]) => box));
      arrive(await import('../../../widget/markdown/purifier.ts'));
      await loading;
      for (const answer of ended) answer.expectFilled();
      for (const [answer] of open) answer.expectSafe();
    });
    expect(ended).to.have.length(Object.keys(SIZES).length * VECTORS.length);
    expect(seen).to.deep.equal(NOTHING);
  });

  it('run nothing, request nothing and are sanitized where the sanitizer loads in the middle of the answer', async () => {
    const seen = await watched((page) => {
      for (const [answer, pieces] of open) {
        page.append(answer.box);
        for (const piece of pieces) answer.push(piece);
        answer.end();
      }
    });
    expect(open).to.have.length(Object.keys(SIZES).length * VECTORS.length);
    expect(seen).to.deep.equal(NOTHING);
  });
});
