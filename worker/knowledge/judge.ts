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

/** What a sentence ends at in markdown: a full stop, a line, or the cell of a table. */
const SENTENCE_END = /(?<=[.:!?])\s|[\n|]/;
/** What a passage about the subject of a question reaches in {@link nearnessOf}. */
const NEAR = 2.4;
/** More words than these are a text, in which some stand together by chance. */
const MANY_WORDS = 6;

/** A word of a question that tells its subject. */
interface SubjectWord {
  /** The beginning of each spelling, in front of any ending: "cancel" of "cancellation". */
  readonly stems: readonly string[];
  /** The length of the longest word that may be the term with an ending. */
  readonly longest: number;
  readonly isHeldBy: (candidate: Candidate) => boolean;
  /** The fewer candidates have it, the more. */
  readonly weight: number;
}

/**
 * Those that are about the question's subject, to be quoted as its answer: its words stand in them, together, and in their titles. None,
 * where no document has one of the words as it is typed: "gift" in "Do you sell gift cards?" That holds for English alone, whose filler
 * words {@link termsOf} knows: a French shop need not have "puis" of "Comment puis-je annuler ma commande ?" What is found this way,
 * refused and lost, is in `test/fixtures/retrieval/SOURCES.md`.
 */
export const namesSubject: Judge = (candidates, question) => {
  const terms = termsOf(question);
  const language = languageOf(question) ?? 'en';
  const words: SubjectWord[] = [];
  for (const [index, term] of terms.entries()) {
    // Of the pairs of neighbours in Chinese or Japanese most are grammar, and a letter alone is what is left of "it's".
    if (term.length < 2 || isFunctionWord(term, language) || bigramsOf(term).length > 0) continue;
    if (language === 'en' && isForeign(term, candidates.map(({ hits }) => hits[index]).join(''))) return [];
    const isHeldBy = ({ hits }: Candidate): boolean => /[12]/.test(hits[index] ?? '');
    const weight = 1 / Math.sqrt(1 + candidates.filter(isHeldBy).length);
    words.push({ ...beginningsOf(term), isHeldBy, weight });
  }
  if (words.length === 0) return holdsThird(candidates, question);
  // "PayPal?", "Does it work in Safari?": one word has no neighbours, and no sentence to share.
  if (words.length === 1) return candidates.filter((one) => words[0]?.isHeldBy(one));
  return candidates.filter((candidate) => nearnessOf(candidate, words) > NEAR);
};

/**
 * How near a passage is to these words: the part of them that it has, the part that its best sentence has together with its title, that
 * of its title alone, and the part of neighbours that share a sentence. Rare words weigh more. The more words there are, the fewer of
 * them meet by chance, up to six. The weights are those of a logistic regression over labelled questions, rounded.
 */
function nearnessOf(candidate: Candidate, words: readonly SubjectWord[]): number {
  const { title, text } = candidate;
  const [inTitle = [], ...sentences] = [title, ...text.split(SENTENCE_END).filter(hasWord)].map((sentence) =>
    findIn(sentence, words),
  );
  const whole = weigh(words);
  const withTitle = sentences.map((held) => weigh(words.filter((_, index) => held[index] || inTitle[index])));
  const pairs = words.filter((_, index) =>
    [inTitle, ...sentences].some((held) => held[index - 1] && held[index]),
  );
  return (
    words.filter(({ isHeldBy }) => isHeldBy(candidate)).length / words.length +
    Math.max(...withTitle) / whole +
    1.5 * (weigh(words.filter((_, index) => inTitle[index])) / whole) +
    0.5 * (pairs.length / Math.max(1, words.length - 1)) +
    0.5 * Math.log(Math.min(words.length, MANY_WORDS))
  );
}

function weigh(words: readonly SubjectWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** For each word whether a sentence has it, with any ending: "cancellation" for "cancel", "ports" for "port". */
function findIn(sentence: string, words: readonly SubjectWord[]): readonly boolean[] {
  const plain = withoutAccents(withoutUnspaced(sentence.toLowerCase()));
  const spoken = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(({ stems, longest }) =>
    spoken.some((word) => word.length <= longest && stems.some((stem) => word.startsWith(stem))),
  );
}

function beginningsOf(term: string): Pick<SubjectWord, 'stems' | 'longest'> {
  const spellings = spellingsOf(withoutAccents(term));
  const stems = spellings.map((word) => word.slice(0, Math.max(4, word.length - 2)));
  return { stems, longest: term.length < 5 ? term.length + 3 : Infinity };
}

/**
 * Whether no document has this word as it is typed: what it may be misspelt for is a guess, "install" for "Instagram". Numbers are a
 * visitor's own: "Port 8787 is in use".
 */
function isForeign(term: string, marks: string): boolean {
  return /\D/.test(term) && /[-2x]/.test(marks);
}
