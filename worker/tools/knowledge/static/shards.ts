import { createHash } from 'node:crypto';
import { breadcrumbOf } from '../../../knowledge/breadcrumb.ts';
import { plainOf } from '../../../../widget/protocol/plain-text.ts';
import type { IndexedDocument } from '../indexed-document.ts';
import { indexWords, type Entry } from './words.ts';

/** Raised with every change of the format, so that a reader knows whether it can read the files. */
const VERSION = 1;
/** Characters of a shard: some 3 KB of words, and 2 KB of text, on the wire. */
const TERMS_CHARACTERS = 8_000;
const TEXTS_CHARACTERS = 6_000;
/** A word is in the shard of its first letters: so many of them. */
const KEY_LETTERS = 3;

/** A page, or a part of a long one, in a shard of texts. */
interface TextPage {
  readonly url: string;
  readonly title: string;
  readonly breadcrumb: readonly string[];
  /** Heading, anchor and plain text; both are empty at the beginning of a page. */
  readonly passages: (readonly [heading: string, anchor: string, text: string])[];
}

/**
 * The files of an index that a page searches without any server, by their names. `search.json` leads to shards of words and of
 * texts, whose names change with their content. `README.md` has the format.
 *
 * @example
 * for (const [name, text] of shardsOf(documents)) writeFileSync(join(folder, name), text);
 */
export function shardsOf(documents: readonly IndexedDocument[]): ReadonlyMap<string, string> {
  const pages = documents.filter(({ passages }) => passages.length > 0).map(toPage);
  const words = indexWords(
    pages.flatMap(({ title, passages }) => passages.map(([heading, , text]) => ({ title, heading, text }))),
  );
  const terms = packTerms(words.filter(isRare)).map(([start, entries]) => toShard('terms', start, entries));
  const texts = packTexts(pages).map(([start, parts]) => toShard('texts', start, parts));
  const manifest = {
    version: VERSION,
    passages: pages.reduce((sum, { passages }) => sum + passages.length, 0),
    common: words.filter((entry) => !isRare(entry)).flatMap(([forms]) => forms.split(' ')),
    terms: terms.map(({ start, name }) => [start, name]),
    texts: texts.map(({ start, name }) => [start, name]),
    pages: pages.map(({ passages }) => passages.length),
  };
  const shards = [...terms, ...texts].map(({ name, content }) => [name, content] as const);
  return new Map([...shards, ['search.json', JSON.stringify(manifest)]]);
}

function isRare({ length }: Entry): boolean {
  return length > 1;
}

function toPage({ passages }: IndexedDocument): TextPage {
  const [{ url = '', title = '', heading } = {}] = passages;
  const address = url.replace(/#.*/, '');
  return {
    url: address,
    title: heading === undefined ? title : title.slice(0, -`: ${heading}`.length),
    breadcrumb: breadcrumbOf(address),
    passages: passages.map(({ heading: own = '', url: place, text }) => [
      own,
      own === '' ? '' : place.slice(address.length + 1),
      plainOf(text),
    ]),
  };
}

function toShard<Start>(kind: string, start: Start, content: readonly unknown[]) {
  const text = JSON.stringify(content);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return { start, name: `${kind}-${hash}.json`, content: text };
}

/**
 * Groups entries into shards by the first letters of their forms. An entry whose forms begin differently, such as "die" and
 * "dying", is in both shards.
 */
function packTerms(
  entries: readonly Entry[],
): readonly (readonly [start: string, entries: readonly Entry[]])[] {
  const keys = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const key of new Set(entry[0].split(' ').map((form) => form.slice(0, KEY_LETTERS)))) {
      const group = keys.get(key);
      if (group) group.push(entry);
      else keys.set(key, [entry]);
    }
  // Sorted as `<` compares strings, since a reader finds its shard by that.
  const sorted = [...keys].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shards: [string, Entry[]][] = [];
  let room = 0;
  for (const [key, group] of sorted) {
    const size = JSON.stringify(group).length;
    if (size > room) {
      shards.push([shards.length === 0 ? '' : key, []]);
      room = TERMS_CHARACTERS;
    }
    shards.at(-1)?.[1].push(...group);
    room -= size;
  }
  return shards;
}

/**
 * Groups pages, in their order, into shards that are found by the number of their first passage. A long page goes on in the next
 * shard.
 */
function packTexts(
  pages: readonly TextPage[],
): readonly (readonly [start: number, pages: readonly TextPage[]])[] {
  const shards: [number, TextPage[]][] = [];
  let room = 0;
  let number = 0;
  for (const page of pages) {
    let passages: TextPage['passages'] = [];
    const begin = (): void => void shards.at(-1)?.[1].push({ ...page, passages: (passages = []) });
    if (room > 0) begin();
    for (const passage of page.passages) {
      if (room <= 0) {
        shards.push([number, []]);
        room = TEXTS_CHARACTERS;
        begin();
      }
      passages.push(passage);
      room -= JSON.stringify(passage).length;
      number++;
    }
  }
  return shards;
}
