/**
 * Characters of scripts that put no spaces around words: Chinese, Japanese and Korean with their punctuation and full and half
 * width forms, and those of South East Asia.
 */
export const UNSPACED_RANGES =
  '\\u2E80-\\u33FF\\p{Script=Han}\\p{Script=Hangul}\\uFE10-\\uFE6F\\uFF01-\\uFFEE' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

const UNSPACED_BEHIND = new RegExp(`^[${UNSPACED_RANGES}]`, 'u');
const UNSPACED_BEFORE = new RegExp(`[${UNSPACED_RANGES}]$`, 'u');
const WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const WORD_BEHIND = /^[\p{L}\p{N}]/u;
const BRACKET_OR_PATH = /[\p{Pe}/]$/u;
/** A bracket, or a straight quote at the start of words: `schedule: "* * *"`. */
const OPENING = /\p{Ps}$|(?:^|\s)["']$/u;
/** In German `“` closes. */
const OPENING_QUOTE = /\p{Pi}$/u;
/** Nothing opens before white space, a closing bracket, or a slash that begins no path: `** a`, `*)`, `** /`. */
const NO_START = /^(?:\s|\p{Pe}|$|\/(?!\p{L}))/u;
/** The end of a name with a wildcard, `*.ts`, or of a sentence; and two marks that are looked for, `.*__`. */
const NO_SINGLE_START = /^(?:[.,;:?!]|__)/;
/** The rest of a name with a wildcard: `*_pb.ts`. */
const NAME_END = /^_[a-z\d]+\.\w/;
/** A variable of C behind its type: `int *p is`. */
const POINTER = /^[a-z] \*[b-zB-HJ-Z]\s/;
// A pattern of paths, as in "**/dist".
const PATTERN = /^["']\*+\//;
/** Characters in which a single mark in a line has its end. */
const MAX_SINGLE = 120;
/** Names of Python: `__init__`. */
const DUNDER = /^[a-z]+(?:_[a-z\d]+)*$/;

/** Emphasis in a text: where it ends, and how long its marks are. */
export interface Emphasis {
  readonly end: number;
  readonly size: number;
  /** Its end has not arrived, so it goes on to the end of the text. */
  readonly isOpen: boolean;
}

/** A run of marks, and what it may do. */
interface Run {
  readonly run: string;
  readonly opens: boolean;
  readonly closes: boolean;
  /** A letter or a digit stands right behind it. */
  readonly inWord: boolean;
}

interface Opener extends Run {
  readonly index: number;
  /** How much of it has not closed anything, from its start. */
  rest: number;
}

/**
 * Whether a run of `*`, `_` or `~~` may open emphasis, by what stands around it: where CommonMark says so, but neither behind a letter,
 * a digit, a closing bracket nor a slash, as in `5*3*2`, `arr[0]_index` and `super().__init__()`. Beside scripts without spaces it may open
 * anywhere (as in https://github.com/tats-u/markdown-cjk-friendly).
 */
function canOpen(run: string, before: string, behind: string): boolean {
  if (NO_START.test(behind) || (run.length === 1 && NO_SINGLE_START.test(behind))) return false;
  // A mark that is named: `"*"`.
  if (/^["']/.test(behind) && before.endsWith(behind.charAt(0))) return false;
  const isInWord = WORD_BEFORE.test(before) || BRACKET_OR_PATH.test(before);
  const isUnspaced = UNSPACED_BEHIND.test(behind) || UNSPACED_BEFORE.test(before);
  return !isInWord || (isUnspaced && !run.startsWith('_'));
}

/** Whether a run may close emphasis: more often than in CommonMark, for which it does not in `**Note:**this`. */
function canClose(run: string, before: string, behind: string): boolean {
  if (before === '' || /\s$/.test(before) || OPENING.test(before)) return false;
  return !(WORD_BEHIND.test(behind) && (run.startsWith('_') || OPENING_QUOTE.test(before)));
}

/** What stands before an index, with a character of two units and a selector; and behind one. */
function around(text: string, start: number, end: number): readonly [before: string, behind: string] {
  return [text.slice(Math.max(0, start - 3), start), text.slice(end, end + 2)];
}

/**
 * The emphasis in a text by where it begins, found as CommonMark finds it, in one go over the text. `masked` is the text, with
 * letters for what holds no marks. While more text `isOpen`, also without its end.
 *
 * @example
 * emphasisIn('a **b** *c', 'a **b** *c', false); // Map { 2 => { end: 7, size: 2, isOpen: false } }
 */
export function emphasisIn(text: string, masked: string, isOpen: boolean): ReadonlyMap<number, Emphasis> {
  const found = new Map<number, Emphasis>();
  const openers: Opener[] = [];
  /** By the kind of a closing run, the openers below which none fits it. */
  const bottoms = new Map<string, number>();
  const keep = (count: number): void => {
    openers.length = count;
    for (const [kind, bottom] of bottoms) bottoms.set(kind, Math.min(bottom, count));
  };
  for (const { 0: run, index } of masked.matchAll(/\*+|_+|(?<!~)~~(?!~)/g)) {
    const [before, behind] = around(text, index, index + run.length);
    const opens = canOpen(run, before, behind);
    const closes = canClose(run, before, behind);
    const closer: Run = {
      run,
      opens,
      closes,
      inWord: WORD_BEHIND.test(behind) && !UNSPACED_BEHIND.test(behind),
    };
    let rest = run.length;
    while (closer.closes && rest > 0) {
      const kind = `${run.charAt(0)}${opens}${closer.inWord}${run.length < 3 ? run.length : (run.length % 3) + 3}`;
      const bottom = bottoms.get(kind) ?? 0;
      const at = openers.findLastIndex((opener, place) => place >= bottom && fits(opener, closer));
      const opener = openers[at];
      if (!opener) {
        bottoms.set(kind, openers.length);
        break;
      }
      const end = index + run.length - rest;
      if (isLiteral(opener.run === run ? run : '', text.slice(opener.index + opener.rest, end))) {
        keep(at);
        rest = 0;
        break;
      }
      const size = Math.min(2, rest, opener.rest);
      opener.rest -= size;
      rest -= size;
      found.set(opener.index + opener.rest, { end: end + size, size, isOpen: false });
      keep(opener.rest > 0 ? at + 1 : at);
    }
    if (rest > 0 && opens) openers.push({ ...closer, index, rest });
  }
  if (!isOpen) return found;
  const first = new Map(openers.toReversed().map((opener) => [opener.run, opener]));
  const last = new Map(openers.map((opener) => [opener.run, opener]));
  for (const [run, opener] of last) {
    const { index, rest } = opener;
    // Of several in `int *p, *q` none is likely to be closed.
    if (opener === first.get(run) && isLikely(run, text, index))
      found.set(index, { end: text.length, size: rest % 2 || 2, isOpen });
  }
  return found;
}

/** Whether a run closes what an opener has opened: inside of a word, as in `**Note:**this`, only one of the same length. */
function fits(opener: Opener, { run, opens, inWord }: Run): boolean {
  if (opener.run.charAt(0) !== run.charAt(0)) return false;
  const { length } = opener.run;
  if (run.startsWith('~')) return true;
  if (inWord && length !== run.length) return false;
  // CommonMark's rule of three.
  const isEither = opens || opener.closes;
  return !isEither || (length + run.length) % 3 !== 0 || (length % 3 === 0 && run.length % 3 === 0);
}

/** Whether words with marks around them are as they were typed: names such as `__init__`, and patterns of names and paths. */
function isLiteral(run: string, words: string): boolean {
  if (NAME_END.test(words)) return true;
  return (run === '__' && DUNDER.test(words)) || (words.startsWith('/') && words.endsWith('/'));
}

/** Whether further text is likely to close a run; one that begins a line may be that of a whole paragraph. */
function isLikely(run: string, text: string, index: number): boolean {
  if (PATTERN.test(text.slice(index - 1))) return false;
  if (run.length > 1 || /^$|\n/.test(text.charAt(index - 1))) return true;
  const isName = POINTER.test(text.slice(index - 2)) || NAME_END.test(text.slice(index + 1));
  return text.length - index <= MAX_SINGLE && !isName;
}

/** Whether a text may become a name of Python, which is not bold: `__ini`. */
export function isHalfDunder(text: string): boolean {
  return /^__[a-z\d_]{0,40}$/.test(text);
}
