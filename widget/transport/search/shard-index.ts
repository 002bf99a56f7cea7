import { readList, readNumber, readString } from '../../protocol/json.ts';
import { isSpellable, nearestWords } from '../../protocol/search/misspelt.ts';
import { boostOf, type Place, PLACE_UNIT } from '../../protocol/search/places.ts';
import { isBeginning, mayBeWhole, partsOf, spellingsOf } from '../../protocol/search/wording.ts';
import { withoutEnding } from '../../protocol/search-words.ts';

/** Words that begin alike lie in one shard. */
const KEY_LENGTH = 3;
/** Shards of a beginning that is shorter. */
const MAX_SHARDS = 2;
/** What bm25 gives a word that fills a text, times a hundred. */
const MAX_WEIGHT = 220;
/** A passage as one that has a word. */
interface Hit {
  readonly score: number;
  readonly place: Place;
}

/** The passages that have a word. */
type Hits = ReadonlyMap<number, Hit>;

/** The forms of a word, with blanks around each, and the passages that have one, by its weight there. */
interface Entry {
  readonly forms: string;
  readonly passages: Hits;
}

/** What is searched for. */
export interface Wording {
  readonly words: readonly string[];
  /** Words that some of them make with the words behind them. */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** Whether the last word may be the beginning of one. */
  readonly isOpen: boolean;
}

/** What was found for a word. */
interface Match {
  /** The word, or the one that it was taken for. */
  readonly word: string;
  readonly hits: Hits;
}

/** What was found for a search. */
export interface Ranking {
  readonly scores: ReadonlyMap<number, number>;
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
    const whole: Hits = mayBeWhole(beginning) ? await this.#find(beginning, false) : new Map();
    const complete = new Set<number>();
    const scores = new Map<number, number>();
    for (const [passage, { score }] of sumOf(matches.map(({ hits }) => hits))) {
      const places = matches.flatMap(({ hits }) => hits.get(passage)?.place ?? []);
      const hasAll = places.length === matches.length;
      if (hasAll) complete.add(passage);
      const all = score + (whole.get(passage)?.score ?? 0);
      scores.set(passage, hasAll ? all * boostOf(places) : score);
    }
    const used = matches.map(({ word }) => word);
    const isSame = used.every((word, index) => word === words[index]);
    return { scores, complete, corrected: isSame ? undefined : used };
  }

  async #match(word: string, compounds: readonly string[], beginning: string): Promise<Match> {
    const isBegun = word === beginning;
    const own = spellingsOf(word).map((each) => this.#find(each, isBegun || isBeginning(each)));
    const joined = compounds.map((each) => this.#find(each, beginning !== '' && each.endsWith(beginning)));
    const hits = sumOf(await Promise.all([...own, ...joined]));
    return hits.size === 0 && isSpellable(word) ? this.#guess(word, isBegun) : { word, hits };
  }

  /** What a word may stand for that no text has: two words, or one that it is misspelt for. */
  async #guess(word: string, isBegun: boolean): Promise<Match> {
    const forms = (await this.#entries(word, false)).flatMap(toForms);
    const near = nearestWords(
      word,
      forms.map(({ form, entry }) => ({ term: withoutEnding(form), doc: entry.passages.size })),
    );
    const meant = new Set(
      forms.filter(({ form }) => near.includes(withoutEnding(form))).map(({ entry }) => entry),
    );
    const divided = await this.#divide(word, new Set(forms.map(({ form }) => form)), isBegun);
    const hits = sumOf([this.#hitsOf([...meant]), ...divided]);
    const written = forms.filter(({ entry }) => meant.has(entry));
    const [form = word] = nearestWords(
      word,
      written.map((each) => ({ term: each.form, doc: each.entry.passages.size })),
    );
    // A word that is only not typed to its end, or has another ending, is not corrected.
    return { word: word.startsWith(withoutEnding(form)) ? word : form, hits };
  }

  /** The passages that have both parts of a word, for each way to divide it after a known word. */
  #divide(word: string, known: ReadonlySet<string>, isBegun: boolean): Promise<readonly Hits[]> {
    const parts = partsOf(word).filter(([head]) => known.has(head));
    return Promise.all(
      parts.map(async ([head, tail]) => {
        const [first, second] = await Promise.all([this.#find(head, false), this.#find(tail, isBegun)]);
        return new Map([...first].filter(([passage]) => second.has(passage)));
      }),
    );
  }

  /** The passages with a word, or with any that begins so. */
  async #find(word: string, isBegun: boolean): Promise<Hits> {
    const entries = await this.#entries(word, isBegun);
    const wanted = isBegun ? ` ${word}` : ` ${word} `;
    return this.#hitsOf(entries.filter(({ forms }) => forms.includes(wanted)));
  }

  /** Of several entries as of one word. Rare ones count more. */
  #hitsOf(entries: readonly Entry[]): Hits {
    const hits = sumOf([...new Set(entries)].map(({ passages }) => passages));
    const rarity = Math.max(1e-6, Math.log((this.#passages - hits.size + 0.5) / (hits.size + 0.5)));
    return new Map(
      [...hits].map(([passage, { score, place }]) => [
        passage,
        { score: Math.min(score, MAX_WEIGHT) * rarity, place },
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

/** With the sum of the scores, and the best place. */
function sumOf(all: readonly Hits[]): Hits {
  const sums = new Map<number, Hit>();
  for (const hits of all)
    for (const [passage, hit] of hits) {
      const { score = 0, place = 0 } = sums.get(passage) ?? {};
      sums.set(passage, { score: score + hit.score, place: place > hit.place ? place : hit.place });
    }
  return sums;
}

/** `["embed embeds", 12, 180, 3, 2095]`: passage 12 has the weight 180, passage 15 the weight 95 at the place 2. */
function readEntry(json: unknown): Entry {
  const [forms, ...pairs] = readList(json);
  const passages = new Map<number, Hit>();
  let passage = 0;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    passage += readNumber(pairs[index]) ?? 0;
    const weight = readNumber(pairs[index + 1]) ?? 0;
    passages.set(passage, { score: weight % PLACE_UNIT, place: Math.floor(weight / PLACE_UNIT) as Place });
  }
  return { forms: ` ${readString(forms) ?? ''} `, passages };
}
