import { bigramsOf, withoutUnspaced } from './bigrams.ts';
import type { Candidate } from './d1-knowledge.ts';
import { isFunctionWord, languageOf } from './languages.ts';
import { withoutAccents } from './spelling.ts';
import { requiredHits, spellingsOf, termsOf } from './terms.ts';

/** Those of a question's candidates that may answer it, as far as its words tell. */
export type Judge = (candidates: readonly Candidate[], question: string) => readonly Candidate[];

/** All of them: a model has ranked them, or will read them. */
export const keepAll: Judge = (candidates) => candidates;

/** Marks of words that a passage does not have. */
const NO_HIT = /[-0x]/g;

/** Those that hold a third of the question's words. */
export const holdsThird: Judge = (candidates, question) => {
  const least = requiredHits(termsOf(question));
  return candidates.filter(({ hits }) => hits.replace(NO_HIT, '').length >= least);
};

/** What a sentence ends at in markdown: its full stop, or the line, which may be the row of a table. */
const SENTENCE_END = /(?<=[.:!?])\s|\n/;
/** The part of a question's words that one sentence of a passage has together with its title: three of four, all three of three. */
const LEAST_SHARE = 0.75;

/** A word of a question that tells its subject. */
interface SubjectWord {
  /** Its place in {@link Candidate.hits}. */
  readonly index: number;
  /** The beginning of each spelling, in front of any ending: "cancel" of "cancellation". */
  readonly stems: readonly string[];
  /** The length of the longest word that may be the term with an ending. */
  readonly longest: number;
}

/**
 * Those that are about the question's subject, to be quoted as its answer: three quarters of its words stand in one of their sentences, or
 * in the title over it. None, where no document has one of the words as it is typed: "gift" in "Do you sell gift cards?" That holds for
 * English alone, whose filler words {@link termsOf} knows: a French shop need not have "puis" of "Comment puis-je annuler ma commande ?"
 * What is found this way, refused and lost, is in `test/fixtures/retrieval/SOURCES.md`.
 */
export const namesSubject: Judge = (candidates, question) => {
  const language = languageOf(question) ?? 'en';
  const words: SubjectWord[] = [];
  for (const [index, term] of termsOf(question).entries()) {
    // Of the pairs of neighbours in Chinese or Japanese most are grammar, and a letter alone is what is left of "it's".
    if (term.length < 2 || isFunctionWord(term, language) || bigramsOf(term).length > 0) continue;
    if (language === 'en' && isForeign(term, candidates.map(({ hits }) => hits[index]).join(''))) return [];
    words.push({ index, ...beginningsOf(term) });
  }
  if (words.length === 0) return holdsThird(candidates, question);
  return candidates.filter(({ title, text, hits }) => {
    const held = words.filter(({ index }) => /[12]/.test(hits[index] ?? ''));
    // "PayPal?", "Keys?": one word shares its sentence with no other, and stands in the passage with any ending.
    if (words.length === 1) return held.length === 1;
    const sentences = text.split(SENTENCE_END).map((sentence) => `${title} ${sentence}`);
    return sentences.some((sentence) => countIn(sentence, held) >= words.length * LEAST_SHARE);
  });
};

/** How many of these words a sentence has, with any ending: "cancellation" for "cancel", "ports" for "port". */
function countIn(sentence: string, words: readonly SubjectWord[]): number {
  const plain = withoutAccents(withoutUnspaced(sentence.toLowerCase()));
  const spoken = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter(({ stems, longest }) =>
    spoken.some((word) => word.length <= longest && stems.some((stem) => word.startsWith(stem))),
  ).length;
}

function beginningsOf(term: string): Pick<SubjectWord, 'stems' | 'longest'> {
  // "keys" stands for "key", "policies" for "policy", "copy" for "copies".
  const singular = withoutAccents(term)
    .replace(/(?<=...)s$/, '')
    .replace(/(?<=..)y$/, '');
  const stems = spellingsOf(singular).map((word) => word.slice(0, Math.max(4, word.length - 3)));
  // "shipping" for "ship": a doubled consonant and "ing".
  return { stems, longest: term.length < 5 ? term.length + 4 : Infinity };
}

/**
 * Whether no document has this word as it is typed: what it may be misspelt for is a guess, "install" for "Instagram". Numbers are a
 * visitor's own: "Port 8787 is in use".
 */
function isForeign(term: string, marks: string): boolean {
  return /\D/.test(term) && /[-2x]/.test(marks);
}
