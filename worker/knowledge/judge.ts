import { bigramsOf } from './bigrams.ts';
import type { Candidate } from './d1-knowledge.ts';
import { isFunctionWord, languageOf } from './languages.ts';
import { requiredHits, termsOf } from './terms.ts';

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

/** Of 20 candidates; a word that more of them have is no subject. */
const FEW_CANDIDATES = 10;

/** What a word weighs that none of the candidates has, and what one that few of them have weighs in the heading of a passage. */
const ABSENT = 2;
const IN_HEADING = 2;
/** The part of the question's weight that a passage about its subject holds. */
const SHARE = 0.75;

/**
 * Those that are about the question's subject, to be quoted as its answer: they hold more than three quarters of its words. None, where
 * no document has one of the words as it is typed: "gift" in "Do you sell gift cards?" That holds for English alone, whose filler words
 * {@link termsOf} knows: a French shop need not have "puis" of "Comment puis-je annuler ma commande ?" A word that none of the candidates
 * has counts more. So does one that few of them have, where it stands in the heading of a passage: "port" in "Port 8787 is in use". Of
 * the 51 questions without an answer that this was tuned on, 48 find nothing this way; what is found for others, and lost, is in
 * `test/fixtures/retrieval/SOURCES.md`.
 */
export const namesSubject: Judge = (candidates, question) => {
  const terms = termsOf(question);
  const language = languageOf(question) ?? 'en';
  // Of the pairs of neighbours in Chinese or Japanese most are grammar, and a letter alone is what is left of "it's".
  const isWord = terms.map(
    (term) => term.length > 1 && !isFunctionWord(term, language) && bigramsOf(term).length === 0,
  );
  if (!isWord.some(Boolean)) return holdsThird(candidates, question);
  const marks = terms.map((_, index) => candidates.map(({ hits }) => hits[index]).join(''));
  if (language === 'en' && terms.some((term, index) => isWord[index] && isForeign(term, marks[index] ?? '')))
    return [];
  const known = marks.map((all) => all.replace(NO_HIT, '').length);
  const weights = known.map((count, index) => (!isWord[index] ? 0 : count === 0 ? ABSENT : 1));
  const whole = weights.reduce<number>((sum, weight) => sum + weight, 0);
  return candidates.filter(({ title, hits }) => {
    const heading = title.toLowerCase();
    const held = terms.map((term, index) => {
      if (!hits[index]?.replace(NO_HIT, '')) return 0;
      const isSubject = (known[index] ?? 0) <= FEW_CANDIDATES && heading.includes(stemOf(term));
      return (weights[index] ?? 0) * (isSubject ? IN_HEADING : 1);
    });
    return held.reduce((sum, weight) => sum + weight, 0) > whole * SHARE;
  });
};

/**
 * Whether no document has this word as it is typed: what it may be misspelt for is a guess, "install" for "Instagram". Numbers are a
 * visitor's own: "Port 8787 is in use".
 */
function isForeign(term: string, marks: string): boolean {
  return /\D/.test(term) && /[-2x]/.test(marks);
}

/** Without the ending that a heading may have otherwise: "cancellation" for "cancel", "ports" for "port". */
function stemOf(term: string): string {
  return term.slice(0, Math.max(4, term.length - 2));
}
