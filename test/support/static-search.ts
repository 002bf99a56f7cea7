import type { FoundPage, SearchResults } from '../../widget/protocol/search-results.ts';
import { wordsOf } from '../../widget/protocol/search-words.ts';
import { snippetOf } from '../../widget/protocol/snippet.ts';

interface Manifest {
  readonly passages: number;
  readonly common: readonly string[];
  readonly terms: readonly (readonly [string, string])[];
  readonly texts: readonly (readonly [number, string])[];
  readonly pages: readonly number[];
}
type Entry = readonly [string, ...number[]];
interface TextPage {
  readonly url: string;
  readonly title: string;
  readonly breadcrumb: readonly string[];
  readonly passages: readonly (readonly [string, string, string])[];
}

const SHOWN = 5;
const MAX_HEADINGS = 3;

/**
 * The plainest reader of the files that `npm run knowledge -- SOURCE --static FOLDER` writes, as their README describes it. `read` gives
 * the text of a file.
 */
export class StaticSearch {
  readonly #read: (name: string) => string;
  readonly #manifest: Manifest;

  constructor(read: (name: string) => string) {
    this.#read = read;
    this.#manifest = JSON.parse(read('search.json')) as Manifest;
  }

  find(query: string): SearchResults {
    const all = wordsOf(query);
    const rare = all.filter((word) => !this.#manifest.common.includes(word));
    const words = rare.length > 0 ? rare : all;
    const scores = new Map<number, { score: number; words: number }>();
    for (const [index, word] of words.entries()) {
      const isBeginning = index === words.length - 1 && !/\s$/.test(query);
      const best = new Map<number, number>();
      for (const entry of this.#entriesOf(word, isBeginning))
        for (const [passage, score] of this.#scoresOf(entry))
          best.set(passage, Math.max(score, best.get(passage) ?? 0));
      for (const [passage, score] of best) {
        const known = scores.get(passage) ?? { score: 0, words: 0 };
        scores.set(passage, { score: known.score + score, words: known.words + 1 });
      }
    }
    const ranked = [...scores]
      .toSorted(
        ([, a], [, b]) =>
          Number(b.words === words.length) - Number(a.words === words.length) || b.score - a.score,
      )
      .map(([passage]) => passage);
    return { results: this.#toPages(ranked, words) };
  }

  #entriesOf(word: string, isBeginning: boolean): readonly Entry[] {
    const entries = this.#shardsOf(word, isBeginning).flatMap(
      (name) => JSON.parse(this.#read(name)) as Entry[],
    );
    const having = (matches: (form: string) => boolean): readonly Entry[] =>
      entries.filter(([forms]) => forms.split(' ').some(matches));
    const found = having((form) => (isBeginning ? form.startsWith(word) : form === word));
    if (found.length > 0) return found;
    for (let cut = 1; cut <= 3 && word.length - cut >= 4; cut++) {
      const shorter = having((form) => form.startsWith(word.slice(0, -cut)));
      if (shorter.length > 0) return shorter;
    }
    return [];
  }

  #shardsOf(word: string, isBeginning: boolean): readonly string[] {
    const { terms } = this.#manifest;
    const key = word.slice(0, 3);
    const last = isBeginning && key.length < 3 ? `${key}\uFFFF` : key;
    const indexOf = (text: string): number => terms.findLastIndex(([start]) => start <= text);
    return terms.slice(indexOf(key), Math.min(indexOf(last), indexOf(key) + 1) + 1).map(([, name]) => name);
  }

  #scoresOf([, ...pairs]: Entry): readonly (readonly [number, number])[] {
    const count = pairs.length / 2;
    const rarity = Math.max(1e-6, Math.log((this.#manifest.passages - count + 0.5) / (count + 0.5)));
    let passage = 0;
    return Array.from({ length: count }, (_, index) => {
      passage += pairs[2 * index] ?? 0;
      return [passage, (pairs[2 * index + 1] ?? 0) * rarity] as const;
    });
  }

  #toPages(passages: readonly number[], words: readonly string[]): readonly FoundPage[] {
    const groups = new Map<number, number[]>();
    for (const passage of passages) {
      let [page, rest] = [0, passage];
      for (; rest >= (this.#manifest.pages[page] ?? Infinity); page++)
        rest -= this.#manifest.pages[page] ?? 0;
      groups.set(page, [...(groups.get(page) ?? []), passage]);
    }
    return [...groups.values()].slice(0, SHOWN).map((found) => {
      const sections = found.map((passage) => this.#textOf(passage));
      const { url = '', title = '', breadcrumb = [], text = '' } = sections[0] ?? {};
      const headings = sections
        .filter(
          ({ heading }, index) =>
            heading !== '' && sections.findIndex((each) => each.heading === heading) === index,
        )
        .slice(0, MAX_HEADINGS)
        .map(({ heading, anchor }) => ({ title: heading, url: anchor === '' ? url : `${url}#${anchor}` }));
      return {
        title,
        url: new URL(url, 'https://docs.example/').href,
        breadcrumb,
        headings,
        snippet: snippetOf(text, words),
      };
    });
  }

  #textOf(passage: number) {
    const [start = 0, name = ''] = this.#manifest.texts.findLast(([first]) => first <= passage) ?? [];
    const pages = JSON.parse(this.#read(name)) as TextPage[];
    const all = pages.flatMap((page) => page.passages.map((each) => ({ page, each })));
    const { page, each: [heading = '', anchor = '', text = ''] = [] } = all[passage - start] ?? {};
    return { ...page, heading, anchor, text };
  }
}
