import { readList, readNumber, readString } from '../../protocol/json.ts';

/** Words that begin alike lie in one shard. */
const KEY_LENGTH = 3;
/** Shards of a beginning that is shorter. */
const MAX_SHARDS = 2;
/** Endings that are taken off a word that no text has, and what has to be left of it. */
const MAX_ENDING = 3;
const MIN_STEM = 4;
/** From so many letters on a word may be a misspelt one, by one letter, or by two. */
const MIN_MISSPELT = 5;
const LONG_WORD = 9;

/** The forms of a word, with blanks around each, and the weights of the passages that have one. */
interface Entry {
  readonly forms: string;
  readonly weights: ReadonlyMap<number, number>;
}

/** What was found for a word. */
interface Match {
  /** The word, or the one that it was taken for. */
  readonly word: string;
  readonly entries: readonly Entry[];
}

/** Passages with their scores, and the words that were searched for where one was taken for another. */
export interface Ranking {
  readonly scores: ReadonlyMap<number, number>;
  readonly corrected: readonly string[] | undefined;
}

/** Above any score: passages with all words come before those with some. */
const ALL_WORDS = 1e6;

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

  /** Ranks passages as FTS5's bm25 does: the lengths of texts are in the weights. `isOpen`: the last word may be a beginning. */
  async rank(words: readonly string[], isOpen: boolean): Promise<Ranking> {
    const last = words.length - 1;
    const matches = await Promise.all(
      words.map((word, index) => this.#match(word, isOpen && index === last)),
    );
    const scores = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const { entries } of matches)
      for (const [passage, score] of this.#scoresOf(entries)) {
        scores.set(passage, (scores.get(passage) ?? 0) + score);
        counts.set(passage, (counts.get(passage) ?? 0) + 1);
      }
    for (const [passage, count] of counts)
      if (count === words.length) scores.set(passage, (scores.get(passage) ?? 0) + ALL_WORDS);
    const used = matches.map(({ word }) => word);
    const isSame = used.every((word, index) => word === words[index]);
    return { scores, corrected: isSame ? undefined : used };
  }

  /** Of each passage the best of a word's entries; rare ones count more. */
  #scoresOf(entries: readonly Entry[]): ReadonlyMap<number, number> {
    const best = new Map<number, number>();
    for (const { weights } of entries) {
      const rarity = Math.log((this.#passages - weights.size + 0.5) / (weights.size + 0.5));
      for (const [passage, weight] of weights)
        best.set(passage, Math.max(best.get(passage) ?? 0, weight * Math.max(1e-6, rarity)));
    }
    return best;
  }

  async #match(word: string, isBeginning: boolean): Promise<Match> {
    const entries = await this.#entries(word, isBeginning);
    const startsWith = (stem: string): readonly Entry[] =>
      entries.filter(({ forms }) => forms.includes(` ${stem}`));
    const exact = isBeginning ? startsWith(word) : entries.filter(({ forms }) => forms.includes(` ${word} `));
    if (exact.length > 0) return { word, entries: exact };
    for (let ending = 1; ending <= MAX_ENDING && word.length - ending >= MIN_STEM; ending++) {
      const found = startsWith(word.slice(0, -ending));
      if (found.length > 0) return { word, entries: found };
    }
    const near = word.length >= MIN_MISSPELT ? nearestForm(word, entries) : undefined;
    if (near === undefined) return { word, entries: [] };
    return { word: near, entries: entries.filter(({ forms }) => forms.includes(` ${near} `)) };
  }

  async #entries(word: string, isBeginning: boolean): Promise<readonly Entry[]> {
    const key = word.slice(0, KEY_LENGTH);
    const first = Math.max(
      0,
      this.#shards.findLastIndex(([start]) => start <= key),
    );
    const end =
      isBeginning && word.length < KEY_LENGTH
        ? this.#shards.findLastIndex(([start]) => start <= `${key}\uFFFF`)
        : first;
    const shards = this.#shards.slice(first, Math.min(end, first + MAX_SHARDS - 1) + 1);
    const files = await Promise.all(shards.map(([, file]) => this.#load(file)));
    return files.flatMap((file) => readList(file).map(readEntry));
  }
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

/** The form with the fewest letters that differ, if they are few enough. */
function nearestForm(word: string, entries: readonly Entry[]): string | undefined {
  let most = word.length >= LONG_WORD ? 2 : 1;
  let nearest: string | undefined;
  for (const { forms } of entries)
    for (const form of forms.trim().split(' ')) {
      if (Math.abs(form.length - word.length) > most) continue;
      const distance = editDistance(word, form);
      if (distance > most || (nearest !== undefined && distance === most)) continue;
      most = distance;
      nearest = form;
    }
  return nearest;
}

/** Letters to add, take away or change, https://en.wikipedia.org/wiki/Levenshtein_distance */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const changed = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
