/**
 * Scripts without spaces between words: Chinese, Japanese and Korean with their punctuation and their full-width and
 * half-width forms, and the scripts of South East Asia.
 */
export const UNSPACED_RANGES =
  '\\u2E80-\\u33FF\\p{Script=Han}\\p{Script=Hangul}\\uFE10-\\uFE6F\\uFF01-\\uFFEE' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

const UNSPACED_BEHIND = new RegExp(`^[${UNSPACED_RANGES}]`, 'u');
const UNSPACED_BEFORE = new RegExp(`[${UNSPACED_RANGES}]$`, 'u');
const WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const WORD_BEHIND = /^[\p{L}\p{N}]/u;
const BRACKET_OR_PATH = /[\p{Pe}/]$/u;
/** Nothing closes after an opening bracket, or after a straight quote at the start of a word: `schedule: "* * *"`. */
const OPENING = /\p{Ps}$|(?:^|\s)["']$/u;
/** Opening quotation marks. German closes with `“`. */
const OPENING_QUOTE = /\p{Pi}$/u;
/** A mark does not open before white space, a closing bracket, or a slash without a letter after it: `** a`, `*)`, `** /`. */
const NO_START = /^(?:\s|\p{Pe}|$|\/(?!\p{L}))/u;
/**
 * A single mark does not open before the end of a name with a wildcard (`*.ts`), the end of a sentence, or two marks (`.*__`).
 */
const NO_SINGLE_START = /^(?:[.,;:?!]|__)/;
/** The rest of a file name with a wildcard: `*_pb.ts`. */
const NAME_END = /^_[a-z\d]+\.\w/;
/** A pointer variable in C, such as `p` in `int *p is`. */
const POINTER = /^[a-z] \*[b-zB-HJ-Z]\s/;
// A path pattern in quotes, such as "**/dist".
const PATH_PATTERN = /^["']\*+\//;
/** Characters within which a single mark in mid-line must be closed. */
const MAX_SINGLE = 120;
/** A Python name between `__`, such as `init` in `__init__`. */
const DUNDER = /^[a-z]+(?:_[a-z\d]+)*$/;

/** Emphasis in a text: where it ends, and how many marks it has on each side. */
export interface Emphasis {
  readonly end: number;
  readonly size: number;
  /** Whether the closing mark has not arrived, so that the emphasis goes on to the end of the text. */
  readonly isOpen: boolean;
}

/** A run of equal marks, such as `**`, and whether it may open or close emphasis. */
interface Run {
  readonly run: string;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Whether a letter or a digit follows directly. */
  readonly inWord: boolean;
}

interface Opener extends Run {
  readonly index: number;
  /** How many of its marks are still unmatched, counted from the start of the run. */
  rest: number;
}

/**
 * Whether a run of `*`, `_` or `~~` may open emphasis, by the characters around it. As in CommonMark, but not after a letter,
 * a digit, a closing bracket or a slash: `5*3*2`, `arr[0]_index`, `super().__init__()`. Beside scripts without spaces a mark
 * may open anywhere (as in https://github.com/tats-u/markdown-cjk-friendly).
 */
function canOpen(run: string, before: string, behind: string): boolean {
  if (NO_START.test(behind) || (run.length === 1 && NO_SINGLE_START.test(behind))) return false;
  // The text speaks about the mark itself: `"*"`.
  if (/^["']/.test(behind) && before.endsWith(behind.charAt(0))) return false;
  const isInWord = WORD_BEFORE.test(before) || BRACKET_OR_PATH.test(before);
  const isUnspaced = UNSPACED_BEHIND.test(behind) || UNSPACED_BEFORE.test(before);
  return !isInWord || (isUnspaced && !run.startsWith('_'));
}

/** Whether a run may close emphasis. Allowed more often than in CommonMark, where `**Note:**this` is not bold. */
function canClose(run: string, before: string, behind: string): boolean {
  if (before === '' || /\s$/.test(before) || OPENING.test(before)) return false;
  return !(WORD_BEHIND.test(behind) && (run.startsWith('_') || OPENING_QUOTE.test(before)));
}

/** Up to three code units before `start` and two after `end`: enough for an emoji with its variation selector. */
function textAround(text: string, start: number, end: number): readonly [before: string, behind: string] {
  return [text.slice(Math.max(0, start - 3), start), text.slice(end, end + 2)];
}

/**
 * Finds the emphasis in a text, by start index, with CommonMark's algorithm in one pass. `masked` is the text with letters in
 * place of code, links and the like, whose marks do not count. With `isOpen`, more text may arrive, and emphasis needs no
 * closing mark.
 *
 * @example
 * emphasisIn('a **b** *c', 'a **b** *c', false); // Map { 2 => { end: 7, size: 2, isOpen: false } }
 */
export function emphasisIn(text: string, masked: string, isOpen: boolean): ReadonlyMap<number, Emphasis> {
  const found = new Map<number, Emphasis>();
  const openers: Opener[] = [];
  /** For each kind of closing run: how many openers at the bottom of the stack are known not to match it. */
  const bottoms = new Map<string, number>();
  const keep = (count: number): void => {
    openers.length = count;
    for (const [kind, bottom] of bottoms) bottoms.set(kind, Math.min(bottom, count));
  };
  for (const { 0: run, index } of masked.matchAll(/\*+|_+|(?<!~)~~(?!~)/g)) {
    const [before, behind] = textAround(text, index, index + run.length);
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
      const at = openers.findLastIndex((opener, place) => place >= bottom && canMatch(opener, closer));
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
  if (isOpen) for (const [index, open] of openEmphasis(text, openers)) found.set(index, open);
  return found;
}

/** Emphasis whose closing mark has not arrived: it reaches to the end of the text. `openers`: the runs that nothing closes. */
function openEmphasis(text: string, openers: readonly Opener[]): ReadonlyMap<number, Emphasis> {
  const found = new Map<number, Emphasis>();
  const first = new Map(openers.toReversed().map((opener) => [opener.run, opener]));
  const last = new Map(openers.map((opener) => [opener.run, opener]));
  for (const [run, opener] of last) {
    const { index, rest } = opener;
    // Several single marks, `int *p, *q`, are hardly emphasis.
    if (opener === first.get(run) && isLikely(run, text, index))
      found.set(index, { end: text.length, size: rest % 2 || 2, isOpen: true });
  }
  return found;
}

/** Whether a run closes what an opener began. Inside a word, as in `**Note:**this`, only a run of the same length does. */
function canMatch(opener: Opener, { run, opens, inWord }: Run): boolean {
  if (opener.run.charAt(0) !== run.charAt(0)) return false;
  const { length } = opener.run;
  if (run.startsWith('~')) return true;
  if (inWord && length !== run.length) return false;
  // https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis, rules 9 and 10.
  const isEither = opens || opener.closes;
  return !isEither || (length + run.length) % 3 !== 0 || (length % 3 === 0 && run.length % 3 === 0);
}

/** Whether words between marks are shown as typed: Python names such as `__init__`, and patterns of names and paths. */
function isLiteral(run: string, words: string): boolean {
  if (NAME_END.test(words)) return true;
  return (run === '__' && DUNDER.test(words)) || (words.startsWith('/') && words.endsWith('/'));
}

/** Whether later text probably closes a run. A run at the start of a line may emphasize a whole paragraph. */
function isLikely(run: string, text: string, index: number): boolean {
  if (PATH_PATTERN.test(text.slice(index - 1))) return false;
  if (run.length > 1 || /^$|\n/.test(text.charAt(index - 1))) return true;
  const isName = POINTER.test(text.slice(index - 2)) || NAME_END.test(text.slice(index + 1));
  return text.length - index <= MAX_SINGLE && !isName;
}

/** Whether a text may be the beginning of a Python name, which is not bold: `__ini`. */
export function isHalfDunder(text: string): boolean {
  return /^__[a-z\d_]{0,40}$/.test(text);
}
