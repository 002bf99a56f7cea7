import { readList, readNumber, readString } from '../../protocol/json.ts';
import { isSpellable, nearestWords } from '../../protocol/search/misspelt.ts';
import { boostOf, type Place, PLACE_UNIT } from '../../protocol/search/places.ts';
import { findsLongerWords, mayBeComplete, partsOf, spellingsOf } from '../../protocol/search/wording.ts';
import { withoutEnding } from '../../protocol/search-words.ts';

/** Words with the same first letters are in one shard. */
const KEY_LENGTH = 3;
/** Shards loaded for a word's beginning that is shorter than the key. */
const MAX_SHARDS = 2;
/** The highest weight: bm25's value for a word that fills a text, times a hundred. */
const MAX_WEIGHT = 220;
/** How well a passage matches one word. */
interface Hit {
  readonly score: number;
  readonly place: Place;
}

/** Hits by the number of the passage. */
type Hits = ReadonlyMap<number, Hit>;

/** The forms of one word, with a blank before and after each, and the passages that contain the word. */
interface Entry {
  readonly forms: string;
  readonly passages: Hits;
}

/** The words of one search. */
export interface Wording {
  readonly words: readonly string[];
  /** Compounds by their first word: "web site" may also be written "website". */
  readonly compounds: ReadonlyMap<string, readonly string[]>;
  /** Whether the visitor may still be typing the last word. */
  readonly isUnfinished: boolean;
}

/** What was found for one word. */
interface Match {
  /** The word that was searched for, or its correction. */
  readonly word: string;
  readonly hits: Hits;
}

/** What was found for all words of a search. */
export interface Ranking {
  readonly scores: ReadonlyMap<number, number>;
  /** Passages that contain all words. They come before passages with some of them. */
  readonly complete: ReadonlySet<number>;
  /** The words actually searched for; undefined where none was corrected. */
  readonly corrected: readonly string[] | undefined;
}

/** The words of an index, in shards. A shard is loaded when one of its words is searched for. */
export class ShardIndex {
  readonly #passages: number;
  readonly #shards: readonly (readonly [start: string, file: string])[];
  readonly #load: (file: string) => Promise<unknown>;

  /** `passages`: how many the index has; `load`: fetches a file as JSON. */
  constructor(
    passages: number,
    shards: readonly (readonly [start: string, file: string])[],
    load: (file: string) => Promise<unknown>,
  ) {
    this.#passages = passages;
    this.#shards = shards;
    this.#load = load;
  }

  /** Ranks passages as SQLite FTS5's bm25 does. The index's weights already include the length of each text. */
  async rank({ words, compounds, isUnfinished }: Wording): Promise<Ranking> {
    const beginning = (isUnfinished && words.at(-1)) || '';
    const matches = await Promise.all(
      words.map((word) => this.#match(word, compounds.get(word) ?? [], beginning)),
    );
    const whole: Hits = mayBeComplete(beginning) ? await this.#find(beginning, false) : new Map();
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
    const own = spellingsOf(word).map((each) => this.#find(each, isBegun || findsLongerWords(each)));
    const joined = compounds.map((each) => this.#find(each, beginning !== '' && each.endsWith(beginning)));
    const hits = sumOf(await Promise.all([...own, ...joined]));
    return hits.size === 0 && isSpellable(word) ? this.#correct(word, isBegun) : { word, hits };
  }

  /** Corrects a word that no text has: it may be two words written as one, or misspelt. */
  async #correct(word: string, isBegun: boolean): Promise<Match> {
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
    // An unfinished word, or one with another ending, is not reported as corrected.
    return { word: word.startsWith(withoutEnding(form)) ? word : form, hits };
  }

  /** The passages that contain both parts of a divided word, for each division whose first part is a known word. */
  #divide(word: string, known: ReadonlySet<string>, isBegun: boolean): Promise<readonly Hits[]> {
    const parts = partsOf(word).filter(([head]) => known.has(head));
    return Promise.all(
      parts.map(async ([head, tail]) => {
        const [first, second] = await Promise.all([this.#find(head, false), this.#find(tail, isBegun)]);
        return new Map([...first].filter(([passage]) => second.has(passage)));
      }),
    );
  }

  /** The passages that contain a word, or, with `isBegun`, any word that begins with it. */
  async #find(word: string, isBegun: boolean): Promise<Hits> {
    const entries = await this.#entries(word, isBegun);
    const wanted = isBegun ? ` ${word}` : ` ${word} `;
    return this.#hitsOf(entries.filter(({ forms }) => forms.includes(wanted)));
  }

  /** The passages of several entries, scored as one word. A rare word scores higher. */
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

/** Merges hits: scores of a passage are added, its best place is kept. */
function sumOf(all: readonly Hits[]): Hits {
  const sums = new Map<number, Hit>();
  for (const hits of all)
    for (const [passage, hit] of hits) {
      const { score = 0, place = 0 } = sums.get(passage) ?? {};
      sums.set(passage, { score: score + hit.score, place: place > hit.place ? place : hit.place });
    }
  return sums;
}

/** `["embed embeds", 12, 180, 3, 2095]`: passage 12 has weight 180. Passage 15 (12 + 3) has weight 95 and place 2. */
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
