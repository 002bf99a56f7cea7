import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';
import { NodeBuilder } from '../../../widget/markdown/node-builder.ts';
import { outline } from './dom-outline.ts';
import { countNodes, piecesInTurn, words } from './streamed.ts';

const TAG =
  /<\/?(?:table|t[rdh]|thead|tbody|details|summary|div|p|h\d|blockquote|cite|img|a|em|del|sub|b)\b[^<>]{0,90}>/g;
const NO_MARKS = /[^*_~`[\]()|#<>\\!$^=†【】]+/g;
/** How many words behind its place in a frame a mark may stand in the finished answer. */
const MAX_MARKS_AHEAD = 20;

/** What happened while an answer streamed in; each piece was drawn at once. */
export interface Watched {
  readonly frames: number;
  /** The ends of those frames that show syntax which the finished answer does not show. */
  readonly raw: readonly string[];
  /** Words that are bold, italic, struck through or linked in a frame, and not in the finished answer. */
  readonly marked: readonly string[];
  /** How many nodes were in a frame and missing in a later one. */
  readonly removed: number;
  /** How many nodes the finished answer has. */
  readonly nodes: number;
  /**
   * How many changes end() made before the last block. Answers whose end changes their beginning are not
   * counted.
   */
  readonly changedAtEnd: number;
  /** Whether the finished answer equals that of the one-shot render. */
  readonly isEqual: boolean;
}

/**
 * Streams an answer in pieces of these sizes, in turn, into a box outside of any document, and calls back
 * after every frame.
 */
export function watchAnswer(
  answer: string,
  sizes: readonly number[],
  look: (box: Element, length: number) => void = () => undefined,
): Watched {
  const final = renderMarkdown(answer);
  const box = document.createElement('div');
  const changes = new Changes(box);
  const syntax = new RawSyntax(final);
  const marks = new WrongMarks(final);
  const stream = new MarkdownStream(box);
  let frames = 0;
  let length = 0;
  for (const piece of piecesInTurn(answer, sizes)) {
    stream.push(piece);
    stream.flush();
    frames++;
    length += piece.length;
    changes.count();
    syntax.look(box);
    marks.look(box);
    look(box, length);
  }
  const open = box.lastElementChild;
  stream.end();
  return {
    frames,
    raw: syntax.found,
    marked: [...marks.found],
    removed: changes.removed,
    nodes: countNodes(box),
    changedAtEnd: changesAtItsEnd(answer) ? 0 : changes.outside(open),
    isEqual: outline(box) === outline(final),
  };
}

/** Counts removed nodes, and the changes that the end of a stream makes. */
class Changes {
  removed = 0;
  readonly #box: Element;
  readonly #observer = new MutationObserver(() => undefined);

  constructor(box: Element) {
    this.#box = box;
    this.#observer.observe(box, { childList: true, subtree: true, characterData: true, attributes: true });
  }

  count(): void {
    for (const { removedNodes } of this.#observer.takeRecords())
      for (const node of removedNodes) if (!this.#box.contains(node)) this.removed++;
  }

  /** How many changes since the last count were before `open`. */
  outside(open: Element | null): number {
    const isBlock = (node: Node): boolean => node !== open && node instanceof Element;
    return this.#observer.takeRecords().filter(({ target, addedNodes, removedNodes }) => {
      if (target === this.#box) return [...addedNodes, ...removedNodes].some(isBlock);
      return !open?.contains(target);
    }).length;
  }
}

/**
 * Finds syntax that a frame shows and the finished answer does not. Where the finished answer shows marks that
 * a frame took for emphasis, as in `A^*) and B^*)`, no renderer can know: a frame may show fewer of them.
 */
class RawSyntax {
  readonly found: string[] = [];
  readonly #finalText: string;
  readonly #final: string;

  constructor(final: Node) {
    this.#finalText = final.textContent ?? '';
    this.#final = words(final);
  }

  look(box: Element): void {
    // This cheap comparison succeeds nearly always; comparing each character would take most of a test's time.
    if (this.#finalText.startsWith((box.textContent ?? '').trimEnd())) return;
    const shown = words(box);
    let at = 0;
    while (at < shown.length && shown[at] === this.#final[at]) at++;
    const final = marksIn(this.#final.slice(at, shown.length + MAX_MARKS_AHEAD));
    if (!isPartOf(marksIn(shown.slice(at)), final)) this.found.push(shown.slice(Math.max(0, at - 20)));
  }
}

/** Finds words that are bold, italic, struck through or linked in a frame, and not in the finished answer. */
class WrongMarks {
  readonly found = new Set<string>();
  readonly #final: readonly MarkedCharacter[];

  constructor(final: Node) {
    this.#final = markedCharacters(final);
  }

  /** Blocks before the last one were checked while they were the last one. */
  look(box: Element): void {
    const open = box.lastElementChild;
    if (!open?.querySelector(MARKED.join(','))) return;
    const shown = markedCharacters(open);
    let at = words(box).length - shown.length;
    const wrong = new Map<string, string>();
    for (const { character, tags } of shown) {
      // Marks may turn out to be text: then the finished answer has more marks.
      while (this.#final[at]?.character !== character && marksIn(this.#final[at]?.character ?? '')) at++;
      const final = this.#final[at++];
      if (final?.character !== character) break;
      for (const tag of tags)
        if (!final.tags.includes(tag)) wrong.set(tag, (wrong.get(tag) ?? '') + character);
    }
    for (const [tag, text] of wrong) this.found.add(`${tag}: ${text}`);
  }
}

/** A character, and the elements around it that format it. */
interface MarkedCharacter {
  readonly character: string;
  readonly tags: readonly string[];
}

const MARKED = ['strong', 'em', 'del', 'mark', 'a'];

function markedCharacters(node: Node, tags: readonly string[] = []): MarkedCharacter[] {
  if (node instanceof Text)
    return words(node)
      .split('')
      .map((character) => ({ character, tags }));
  const name = node.nodeName.toLowerCase();
  // The number of a footnote is a link until the answer ends without the footnote's text.
  const isNote = node instanceof HTMLAnchorElement && node.getAttribute('href')?.startsWith('#note-');
  const isMarked = MARKED.includes(name) && !isNote;
  const own = isMarked ? [...tags, name] : tags;
  return [...node.childNodes].flatMap((child) => markedCharacters(child, own));
}

function marksIn(text: string): string {
  return text.replace(NO_MARKS, '');
}

/** Whether `part` is `whole` with some characters left out. */
function isPartOf(part: string, whole: string): boolean {
  let at = -1;
  return [...part].every((character) => (at = whole.indexOf(character, at + 1)) >= 0);
}

/**
 * Counts, for each frame of prose, the characters that the one-shot render of the received text shows and the
 * frame does not. White space is not counted. Unclosed syntax is counted, since the one-shot render shows it
 * as text.
 */
export class WithheldText {
  readonly counts: number[] = [];
  readonly #answer: string;
  /** Each block is compared separately, so that the frames of a long answer do not take longer. */
  readonly #blocks: { start: number; before: number; end: number }[] = [];

  constructor(answer: string) {
    this.#answer = answer;
    let start = 0;
    let before = 0;
    for (const token of new MarkdownLexer({}).lex(answer)) {
      const end = start + token.raw.length;
      this.#blocks.push({ start, before, end });
      const block = document.createDocumentFragment();
      new NodeBuilder({}).append(block, [token]);
      before += proseOf(block);
      start = end;
    }
    if (start !== answer.length)
      throw new Error(`expected ${answer.length} characters in blocks, got ${start}`);
  }

  /** Compares the frame that was drawn for the first `length` characters. */
  readonly look = (box: Element, length: number): void => {
    // A table row is held back as a whole until it is complete.
    const lines = this.#answer.slice(0, length).split('\n').slice(-2);
    if (!lines.some((line) => line.includes('|'))) this.counts.push(this.#shownOf(length) - proseOf(box));
  };

  #shownOf(length: number): number {
    const { start, before } = this.#blocks.find(({ end }) => length <= end) ?? { start: length, before: 0 };
    return before + proseOf(renderMarkdown(this.#answer.slice(start, length)));
  }
}

/** How many characters are shown outside of tags: the one-shot render shows an unfinished table as text. */
function proseOf(node: Node): number {
  return words(node).replace(TAG, '').length;
}

/**
 * Whether the end of an answer can change its beginning: link definitions stand at the end, and a footnote
 * number without a footnote becomes a citation.
 */
function changesAtItsEnd(answer: string): boolean {
  const numbers = [...answer.matchAll(/\[\^(\d+)\]/g)].map(([, label]) => label);
  return /^\[[^\]^]+\]: /m.test(answer) || numbers.some((label) => !answer.includes(`\n[^${label}]: `));
}
