import { MarkdownStream } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { lostWords } from './lost-words.ts';
import { piecesInTurn } from './streamed.ts';

/**
 * How many characters later a shown character may stand in a later text, in which marks or the host of a link
 * were inserted.
 */
const MAX_INSERTED = 40;
/** How many characters must match after an insertion. */
const MIN_RUN = 4;

/** What happened to the words of an answer while it streamed in; each piece was drawn at once. */
export interface WatchedWords {
  readonly frames: number;
  /** Words of the source, outside of syntax, that the finished answer does not show. */
  readonly lost: readonly string[];
  /** The ends of those frames that show text which the finished answer does not have. */
  readonly passing: readonly string[];
  /** The ends of those frames that lack a word which the frame before showed. */
  readonly vanished: readonly string[];
  /** What end() changed in earlier blocks besides links: text, or elements. */
  readonly changedByEnd: string | undefined;
}

/** Streams an answer in pieces of these sizes, in turn, into a box outside of any document. */
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

/** Whether a later text has all characters of this text, without white space, in order and near their places. */
function isShownIn(text: string, later: string): boolean {
  // This cheap comparison succeeds nearly always; comparing each character would take most of the time.
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

/** The outlines of the blocks in a box, without links: a late definition may turn text in any block into a link. */
function outlinesWithoutLinks(box: HTMLElement): string[] {
  const copy = box.cloneNode(true) as HTMLElement;
  for (const link of copy.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  copy.normalize();
  return [...copy.children].map(outline);
}
