import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { lostWords } from './lost-words.ts';
import { piecesInTurn } from './streamed.ts';

/** How far behind its place in a frame a character may stand in a later text, which has marks that waited, or a note beside a link. */
const MAX_INSERTED = 40;
/** Characters that have to follow one another where a text goes on behind something inserted. */
const MIN_RUN = 4;

/** What became of the words of an answer while it streamed in, each piece drawn at once. */
export interface WatchedWords {
  readonly frames: number;
  /** Words of the source, outside of syntax, that the finished answer does not show. */
  readonly lost: readonly string[];
  /** The ends of frames that show text which the finished answer does not have. */
  readonly passing: readonly string[];
  /** The ends of frames that lack a word which the frame before them shows. */
  readonly vanished: readonly string[];
  /** What `end()` changed: text that was drawn, or elements but links of blocks before the last one. */
  readonly changedByEnd: string | undefined;
}

/** Streams an answer in pieces of these sizes, in turn, into a box that is in no document. */
export function watchWords(answer: string, sizes: readonly number[]): WatchedWords {
  const box = document.createElement('div');
  const stream = new MarkdownStream(box);
  const texts: string[] = [];
  for (const piece of piecesInTurn(answer, sizes)) {
    stream.push(piece);
    stream.flush();
    texts.push(box.textContent);
  }
  const blocks = outlinesWithoutLinks(box).slice(0, -1);
  stream.end();
  const final = box.textContent;
  const isChanged = outlinesWithoutLinks(box).slice(0, blocks.length).join('\n') !== blocks.join('\n');
  const last = texts.at(-1) ?? '';
  return {
    frames: texts.length,
    lost: lostWords(answer, box),
    passing: texts.filter((text) => !isShownIn(text, final)).map(endOf),
    vanished: texts.filter((text, at) => !hasWordsOf(texts[at - 1] ?? '', text)).map(endOf),
    changedByEnd: isShownIn(last, final) && !isChanged ? undefined : endOf(last),
  };
}

/** Whether all characters of a text, without white space, are in a later one, in their order and near their places. */
function isShownIn(text: string, later: string): boolean {
  // Nearly always; to compare each character would take most of the time.
  if (later.startsWith(text.trimEnd())) return true;
  return isNearPart(text.replace(/\s+/g, ''), later.replace(/\s+/g, ''));
}

function hasWordsOf(text: string, later: string): boolean {
  if (later.startsWith(text.trimEnd())) return true;
  return isNearPart(text.replace(/[^\p{L}\p{N}]+/gu, ''), later.replace(/[^\p{L}\p{N}]+/gu, ''));
}

function isNearPart(part: string, whole: string): boolean {
  let inserted = 0;
  for (let at = 0; at < part.length; at++) {
    const from = at + inserted;
    if (part[at] === whole[from]) continue;
    const found = whole.slice(from, from + MAX_INSERTED).indexOf(part.slice(at, at + MIN_RUN));
    if (found < 0) return false;
    inserted += found;
  }
  return true;
}

function endOf(text: string): string {
  return text.slice(-40);
}

/** The outlines of the blocks in a box; links that are defined later may come to any of them. */
function outlinesWithoutLinks(box: HTMLElement): string[] {
  const copy = box.cloneNode(true) as HTMLElement;
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  copy.normalize();
  return [...copy.children].map(outline);
}
