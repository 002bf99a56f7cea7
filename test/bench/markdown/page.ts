import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { warmUp } from '../../../widget/markdown/warm-up.ts';
import { markdownStyles } from '../../../widget/ui/chat/markdown.styles.ts';
import { sample } from 'fast-check';
import { TAG_LIKE_DOCUMENT, wrongWords } from '../../widget/markdown/tag-like-documents.ts';
import { watchAnswer, WithheldText, type Watched } from '../../widget/markdown/watch-answer.ts';
import { watchWords as watchWordsOf, type WatchedWords } from '../../widget/markdown/watch-words.ts';
import { RENDERERS, type RendererName } from './renderers.ts';
import { TEXTS, type TextKind } from './texts.ts';

/** The answers of all corpora, by file name. Inserted by the build. */
declare const ANSWER_CORPUS: Readonly<Record<string, string>>;

/** Characters of a token. */
const TOKEN_SIZE = 4;
/** Milliseconds between two tokens at about 60 a second. */
const TOKEN_MS = 16;
/** Characters that arrive per frame: 16 tokens of about 4. */
const FRAME_SIZE = 64;
/** Characters per frame if only `end()` is measured, and not the frames. */
const LARGE_FRAME_SIZE = 1024;

/** How many nodes a stream added to the DOM and removed from it. */
export interface NodeCounts {
  readonly added: number;
  readonly removed: number;
  /** Nodes in the finished document. */
  readonly final: number;
}

/** The functions that the benchmark calls in the page. */
export const page = {
  stream,
  streamAnswer,
  warmUpAll,
  streamInPanel,
  renderAtOnce,
  countNodes,
  watch,
  watchWords,
  watchGenerated,
  timeEnd,
};

/** Draws a text as if it streamed in: one piece per frame. */
async function stream(
  renderer: RendererName,
  kind: TextKind,
  size: number,
  frameSize = FRAME_SIZE,
): Promise<void> {
  const text = TEXTS[kind](size);
  const draw = RENDERERS[renderer](await openBox());
  await eachFrame(text, draw, frameSize);
}

/** Draws an answer of the corpus, one token per frame. `isPaced`: waits 16 ms between two tokens. */
async function streamAnswer(renderer: RendererName, name: string, isPaced: boolean): Promise<void> {
  const draw = RENDERERS[renderer](await openBox());
  await eachFrame(ANSWER_CORPUS[name] ?? '', draw, TOKEN_SIZE, isPaced ? TOKEN_MS : 0);
}

/** Warms up the renderer as the panel does while its page is idle. */
function warmUpAll(): void {
  Array.from(warmUp());
}

/** Draws a text as if it streamed in, in a box that is scrolled to its end at each piece, with the widget's styles. */
async function streamInPanel(renderer: RendererName, kind: TextKind, size: number): Promise<void> {
  const style = addStyle(`main { height: 600px; overflow: auto } ${markdownStyles}`);
  const text = TEXTS[kind](size);
  const box = await openBox();
  const draw = RENDERERS[renderer](box);
  await eachFrame(text, (piece, isLast) => {
    draw(piece, isLast);
    box.scrollTop = box.scrollHeight;
  });
  style.remove();
}

/** Milliseconds of `end()` when the whole text has been drawn before. */
async function timeEnd(kind: TextKind, size: number): Promise<number> {
  const drawing = new MarkdownStream(await openBox());
  await eachFrame(TEXTS[kind](size), (piece) => drawing.push(piece), LARGE_FRAME_SIZE);
  drawing.flush();
  const start = performance.now();
  drawing.end();
  return performance.now() - start;
}

/** Draws a whole text in one frame. */
async function renderAtOnce(kind: TextKind, size: number): Promise<void> {
  const text = TEXTS[kind](size);
  const box = await openBox();
  await eachFrame(text.slice(0, 1), () => box.append(renderMarkdown(text)));
}

/** Counts the nodes that are added and removed while a text streams in. A node that only moves does not count. */
async function countNodes(kind: TextKind, size: number): Promise<NodeCounts> {
  const box = await openBox();
  const draw = RENDERERS.ours(box);
  const observer = new MutationObserver(() => undefined);
  observer.observe(box, { childList: true, subtree: true });
  let removed = 0;
  await eachFrame(TEXTS[kind](size), (piece, isLast) => {
    draw(piece, isLast);
    const nodes = new Set(observer.takeRecords().flatMap((record) => [...record.removedNodes]));
    for (const node of nodes) if (!box.contains(node)) removed += countTree(node);
  });
  const final = countTree(box) - 1;
  return { added: final + removed, removed, final };
}

/** Streams an answer of the corpus in pieces of these sizes, each drawn at once. */
function watch(name: string, sizes: readonly number[]): Watched & { readonly withheld: readonly number[] } {
  const answer = ANSWER_CORPUS[name] ?? '';
  const { counts, look } = new WithheldText(answer);
  return { ...watchAnswer(answer, sizes, look), withheld: counts };
}

/** Streams an answer of the corpus in pieces of these sizes, each drawn at once, and compares the words of every frame. */
async function watchWords(name: string, sizes: readonly number[]): Promise<WatchedWords> {
  await loadSanitizer();
  return watchWordsOf(ANSWER_CORPUS[name] ?? '', sizes);
}

/** Results for generated documents that streamed in. */
interface GeneratedWords {
  readonly frames: number;
  /** Frames with text that the finished document lacks, or without a word of the frame before. */
  readonly unsteady: number;
  /** Documents that lose a word, or change the next block. */
  readonly wrong: number;
  /** The first wrong document, with the fault. */
  readonly first: string | undefined;
}

async function watchGenerated(
  seed: number,
  numRuns: number,
  sizes: readonly number[],
): Promise<GeneratedWords> {
  await loadSanitizer();
  const documents = sample(TAG_LIKE_DOCUMENT, { seed, numRuns });
  const seen = documents.map((markdown) => watchWordsOf(markdown, sizes));
  const wrong = documents.filter((markdown, index) => wrongWords(markdown) || seen[index]?.lost.length);
  const sum = (count: (words: WatchedWords) => number): number =>
    seen.reduce((total, words) => total + count(words), 0);
  return {
    frames: sum(({ frames }) => frames),
    unsteady: sum(({ passing, vanished }) => passing.length + vanished.length),
    wrong: wrong.length,
    first: wrong[0] && `${wrongWords(wrong[0])}: ${JSON.stringify(wrong[0])}`,
  };
}

function countTree(root: Node): number {
  let count = 1;
  for (const walker = document.createTreeWalker(root); walker.nextNode();) count++;
  return count;
}

async function openBox(): Promise<HTMLElement> {
  const box = document.createElement('main');
  box.className = 'markdown';
  document.body.replaceChildren(box);
  await eachFrame(' ', () => undefined);
  return box;
}

function addStyle(css: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
  return style;
}

/** Calls `draw` with one piece per animation frame, and waits until the last piece is painted. */
function eachFrame(
  text: string,
  draw: (piece: string, isLast: boolean) => void,
  frameSize = FRAME_SIZE,
  pause = 0,
): Promise<void> {
  let at = 0;
  return new Promise((resolve) => {
    const step = (): void => {
      if (at >= text.length) {
        resolve();
        return;
      }
      if (pause > 0) setTimeout(() => requestAnimationFrame(step), pause);
      else requestAnimationFrame(step);
      const piece = text.slice(at, at + frameSize);
      at += frameSize;
      draw(piece, at >= text.length);
    };
    requestAnimationFrame(step);
  });
}

Object.assign(globalThis, { page });
