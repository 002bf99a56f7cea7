import { DatabaseSync } from 'node:sqlite';
import { bigramsOf, wordsOf } from '../../../../widget/protocol/search-words.ts';
import { PLACE_UNIT, placeWords } from '../../../../widget/protocol/search/places.ts';
import { isFiller } from '../../../knowledge/terms.ts';

/** Longer words are not indexed: they are keys, or data. */
const MAX_LETTERS = 40;
/** How often a word of a title counts, as in the Worker's search. */
const TITLE_WEIGHT = 3;
/** The constants of bm25 in FTS5. */
const K1 = 1.2;
const B = 0.75;
const SCALE = 100;
/** A word that more than a third of all passages have is common: it tells none of them apart. */
const COMMON_PART = 3;
/** A word that no more passages than this have is never common: all of them can be looked through. */
const MIN_COMMON = 20;

/** A passage whose words are indexed. */
interface Text {
  /** The title of the page that the passage is from. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/**
 * The forms of a word with blanks between them, then pairs: the number of a passage that has it, as the difference to the one before, and
 * its weight there, with a {@link PLACE_UNIT} for each step of its place; none of a common word. `weight * log((N - n + 0.5) / (n + 0.5))` is FTS5's bm25 times a hundred, of N passages of which n have the word.
 */
export type Entry = readonly [forms: string, ...passages: number[]];

/** The words of one passage. */
interface Passage {
  /** How many words it has, those of the titles counted once. */
  readonly length: number;
  /** How often it has each word. */
  readonly words: ReadonlyMap<string, number>;
  /** The places of its words in the titles, from `placeWords`. */
  readonly places: ReadonlyMap<string, number>;
}

/** A stem in all passages. */
interface Stem {
  readonly forms: Set<string>;
  /** How often each passage has the stem, by the passage's number. */
  readonly passages: Map<number, number>;
}

/** Indexes the words of passages, which are numbered from 0. Words with the same stem are one entry. */
export function indexWords(texts: readonly Text[]): readonly Entry[] {
  const passages = texts.map(readPassage);
  const average = passages.reduce((sum, { length }) => sum + length, 0) / passages.length;
  return mergeStems(passages).map((stem) => entryOf(stem, passages, average));
}

function readPassage({ title, heading, text }: Text): Passage {
  const titles = wordsOf(`${title} ${heading}`);
  const words = [
    ...titles.flatMap((word) => Array.from({ length: TITLE_WEIGHT }, () => word)),
    ...wordsOf(text),
  ];
  return {
    length: words.length - titles.length * (TITLE_WEIGHT - 1),
    words: countOf(words.filter((word) => word.length <= MAX_LETTERS)),
    places: placeWords(title, heading),
  };
}

function mergeStems(passages: readonly Passage[]): readonly Stem[] {
  const stems = stemsOf(new Set(passages.flatMap(({ words }) => [...words.keys()])));
  const merged = new Map<string, Stem>();
  for (const [number, { words }] of passages.entries())
    for (const [word, count] of words) {
      const name = stems.get(word) ?? word;
      const stem = merged.get(name) ?? { forms: new Set(), passages: new Map() };
      merged.set(name, stem);
      stem.forms.add(word);
      stem.passages.set(number, (stem.passages.get(number) ?? 0) + count);
    }
  return [...merged.values()];
}

/** The entry of a stem. `average`: how many words a passage has on average. */
function entryOf(stem: Stem, passages: readonly Passage[], average: number): Entry {
  const forms = [...stem.forms].toSorted();
  const isCommon =
    stem.passages.size > Math.max(passages.length / COMMON_PART, MIN_COMMON) || forms.every(isFiller);
  let last = 0;
  const pairs = [...(isCommon ? [] : stem.passages)].flatMap(([number, count]) => {
    const { length = 0, places } = passages[number] ?? {};
    const share = length / average;
    const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + B * share));
    const place = Math.max(...forms.map((form) => places?.get(form) ?? 0));
    const pair = [number - last, Math.round(weight * SCALE) + place * PLACE_UNIT];
    last = number;
    return pair;
  });
  return [forms.join(' '), ...pairs];
}

function countOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The stems of words, by the stemmer of FTS5, which the Worker's index uses, too. */
function stemsOf(words: ReadonlySet<string>): ReadonlyMap<string, string> {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(`CREATE VIRTUAL TABLE words USING fts5(form, tokenize='porter unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance); BEGIN`);
    const list = [...words].filter((word) => bigramsOf(word).length === 0);
    const insert = database.prepare('INSERT INTO words (rowid, form) VALUES (?, ?)');
    for (const [index, word] of list.entries()) insert.run(index, word);
    const rows = database.prepare('SELECT term, doc FROM stems WHERE offset = 0').all();
    return new Map(rows.map(({ term, doc }) => [list[Number(doc)] ?? '', String(term)]));
  } finally {
    database.close();
  }
}
