import { readList, readNumber, readString } from '../../protocol/json.ts';
import { isSpellable, nearestWords } from '../../protocol/search/misspelt.ts';
import { isBeginning, mayBeWhole, partsOf, spellingsOf } from '../../protocol/search/wording.ts';
import { withoutEnding } from '../../protocol/search-words.ts';

/** Words that begin alike lie in one shard. */
const KEY_LENGTH = 3;
/** Shards of a beginning that is shorter. */
const MAX_SHARDS = 2;
/** What bm25 gives a word that fills a text, times a hundred. */
const MAX_WEIGHT = 220;
/** The forms of a word, with blanks around each, and the weights of the passages that have one. */
interface Entry {
  readonly forms: string;
  readonly weights: ReadonlyMap<number, number>;
}

/** What is searched for. */
export interface Wording {
  readonly words: readonly string[];
  /** Words that some of them make with the words behind them. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** Whether the last word may be the beginning of one. */
  readonly isOpen: boolean;
}

/** The passages that have a word, with their scores. */
type Scores = ReadonlyMap<number, number>;

/** What was found for a word. */
interface Match {
  /** The word, or the one that it was taken for. */
  readonly word: string;
  readonly scores: Scores;
}

/** What was found for a search. */
export interface Ranking {
  readonly scores: Scores;
  /** The passages that have all words: they come before those with some. */
  readonly complete: ReadonlySet<number>;
  /** The words that were searched for, where one was taken for another. */
  readonly corrected: readonly string[] | undefined;
}

/** The words of an index, in shards that are loaded when a word of theirs is asked for. */
export class ShardIndex {
  readonly #passages: number;
  readonly #shards: readonly (readonly [start: string, file: string])[];
  readonly #load: (file: string) => Promise<unknown>;

  /** `passages` is their number; `load` brings a file as JSON. */
  constructor(
    passages: number,
    shards: readonly (readonly [start: string, file: string])[],
    load: (file: string) => Promise<unknown>,
  ) {
    this.#passages = passages;
    this.#shards = shards;
    this.#load = load;
  }

  /** Ranks passages as FTS5's bm25 does: the lengths of texts are in the weights. */
  async rank({ words, compounds, isOpen }: Wording): Promise<Ranking> {
    const beginning = (isOpen && words.at(-1)) || '';
    const matches = await Promise.all(
      words.map((word) => this.#match(word, compounds.get(word) ?? [], beginning)),
    );
    const found = sumOf(matches.map((match) => match.scores));
    const complete = new Set(
      [...found.keys()].filter((passage) => matches.every((match) => match.scores.has(passage))),
    );
    const whole = mayBeWhole(beginning) ? await this.#find(beginning, false) : [];
    const scores = sumOf([found, new Map([...whole].filter(([passage]) => complete.has(passage)))]);
    const used = matches.map(({ word }) => word);
    const isSame = used.every((word, index) => word === words[index]);
    return { scores, complete, corrected: isSame ? undefined : used };
  }

  async #match(word: string, compounds: readonly string[], beginning: string): Promise<Match> {
    const isBegun = word === beginning;
    const own = spellingsOf(word).map((each) => this.#find(each, isBegun || isBeginning(each)));
    const joined = compounds.map((each) => this.#find(each, beginning !== '' && each.endsWith(beginning)));
    const scores = sumOf(await Promise.all([...own, ...joined]));
    return scores.size === 0 && isSpellable(word) ? this.#guess(word, isBegun) : { word, scores };
  }

  /** What a word may stand for that no text has: two words, or one that it is misspelt for. */
  async #guess(word: string, isBegun: boolean): Promise<Match> {
    const forms = (await this.#entries(word, false)).flatMap(toForms);
    const near = nearestWords(
      word,
      forms.map(({ form, entry }) => ({ term: withoutEnding(form), doc: entry.weights.size })),
    );
    const meant = new Set(
      forms.filter(({ form }) => near.includes(withoutEnding(form))).map(({ entry }) => entry),
    );
    const divided = await this.#divide(word, new Set(forms.map(({ form }) => form)), isBegun);
    const scores = sumOf([this.#scoresOf([...meant]), ...divided]);
    const written = forms.filter(({ entry }) => meant.has(entry));
    const [form = word] = nearestWords(
      word,
      written.map((each) => ({ term: each.form, doc: each.entry.weights.size })),
    );
    // A word that is only not typed to its end, or has another ending, is not corrected.
    return { word: word.startsWith(withoutEnding(form)) ? word : form, scores };
  }

  /** The passages that have both parts of a word, for each way to divide it after a known word. */
  #divide(word: string, known: ReadonlySet<string>, isBegun: boolean): Promise<readonly Scores[]> {
    const parts = partsOf(word).filter(([head]) => known.has(head));
    return Promise.all(
      parts.map(async ([head, tail]) => {
        const [first, second] = await Promise.all([this.#find(head, false), this.#find(tail, isBegun)]);
        return new Map([...first].filter(([passage]) => second.has(passage)));
      }),
    );
  }

  /** The passages with a word, or with any that begins so. */
  async #find(word: string, isBegun: boolean): Promise<Scores> {
    const entries = await this.#entries(word, isBegun);
    const wanted = isBegun ? ` ${word}` : ` ${word} `;
    return this.#scoresOf(entries.filter(({ forms }) => forms.includes(wanted)));
  }

  /** Of several entries as of one word. Rare ones count more. */
  #scoresOf(entries: readonly Entry[]): Scores {
    const weights = sumOf([...new Set(entries)].map((entry) => entry.weights));
    const rarity = Math.log((this.#passages - weights.size + 0.5) / (weights.size + 0.5));
    return new Map(
      [...weights].map(([passage, weight]) => [
        passage,
        Math.min(weight, MAX_WEIGHT) * Math.max(1e-6, rarity),
      ]),
    );
  }

  async #entries(word: string, isBegun: boolean): Promise<readonly Entry[]> {
    const key = word.slice(0, KEY_LENGTH);
    const first = Math.max(
      0,
      this.#shards.findLastIndex(([start]) => start <= key),
    );
    const end =
      isBegun && word.length < KEY_LENGTH
        ? this.#shards.findLastIndex(([start]) => start <= `${key}\uFFFF`)
        : first;
    const shards = this.#shards.slice(first, Math.min(end, first + MAX_SHARDS - 1) + 1);
    const files = await Promise.all(shards.map(([, file]) => this.#load(file)));
    return files.flatMap((file) => readList(file).map(readEntry));
  }
}

function toForms(entry: Entry): readonly { readonly form: string; readonly entry: Entry }[] {
  return entry.forms
    .trim()
    .split(' ')
    .map((form) => ({ form, entry }));
}

function sumOf(all: readonly Scores[]): Scores {
  const sums = new Map<number, number>();
  for (const scores of all)
    for (const [passage, score] of scores) sums.set(passage, (sums.get(passage) ?? 0) + score);
  return sums;
}

/** `["embed embeds", 12, 180, 3, 95]`: passage 12 has the weight 180, passage 15 the weight 95. */
function readEntry(json: unknown): Entry {
  const [forms, ...pairs] = readList(json);
  const weights = new Map<number, number>();
  let passage = 0;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    passage += readNumber(pairs[index]) ?? 0;
    weights.set(passage, readNumber(pairs[index + 1]) ?? 0);
  }
  return { forms: ` ${readString(forms) ?? ''} `, weights };
}
