import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { termsOf } from '../../worker/knowledge/terms.ts';
import { unpackFiles, WORD_VECTORS } from './corpus.ts';

/** How well a text answers a question, from 0 to 1. */
export type Relevance = (document: string, question: string) => number;

type Vector = Float32Array;

const WORD = /[\p{L}\p{N}]+/gu;
const DIMENSIONS = 100;

/**
 * The relaxed word mover's similarity (Kusner et al. 2015, "From Word Embeddings To Document Distances", 4.2) by GloVe's vectors:
 * each word of the question goes to the word of the text that is next to it in meaning, and counts by how rare it is among
 * `documents`. The mean of what the heading (the first line) and the whole text have. It is no cross-encoder: it does not read sentences, and
 * knows English words only.
 *
 * @example
 * const relevance = await loadRelevance(documents, questions);
 * relevance('Returns\n\nSend the parcel back.', 'refund'); // 0.62
 */
export async function loadRelevance(
  documents: readonly string[],
  questions: readonly string[],
): Promise<Relevance> {
  const folder = await unpackFiles(WORD_VECTORS);
  const rarity = rarityIn(documents);
  const known = new Set([...documents, ...questions].flatMap(wordsOf));
  const vectors = await readVectors(join(folder, WORD_VECTORS.paths[0] ?? ''), known);
  return (document, question) => {
    const words = termsOf(question);
    const heading = wordsOf(document.split('\n', 1)[0] ?? '');
    const text = wordsOf(document);
    let sum = 0;
    let weights = 0;
    for (const word of words) {
      const weight = rarity(word);
      sum += (weight * (nearest(word, heading, vectors) + nearest(word, text, vectors))) / 2;
      weights += weight;
    }
    return weights === 0 ? 0 : sum / weights;
  };
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(WORD) ?? [])];
}

/** Inverse document frequency, as in bm25. */
function rarityIn(documents: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of documents.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => {
    const count = counts.get(word) ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
}

/** Similarity of a word to the nearest of several words, squared, so that a word of merely the same subject counts little. */
function nearest(word: string, words: readonly string[], vectors: ReadonlyMap<string, Vector>): number {
  if (words.includes(word)) return 1;
  const vector = vectors.get(word);
  if (vector === undefined) return 0;
  const similarities = words.map((other) => cosine(vector, vectors.get(other)));
  return Math.max(0, ...similarities) ** 2;
}

function cosine(a: Vector, b: Vector | undefined): number {
  return b === undefined ? 0 : a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Vectors of length 1 for these words only, since there are 340,000 words. */
async function readVectors(file: string, words: ReadonlySet<string>): Promise<ReadonlyMap<string, Vector>> {
  const { vectors } = JSON.parse(await readFile(file, 'utf8')) as { vectors: Record<string, number[]> };
  return new Map(
    [...words].flatMap((word) => {
      const vector = Object.hasOwn(vectors, word) ? vectors[word]?.slice(0, DIMENSIONS) : undefined;
      if (vector === undefined) return [];
      const length = Math.hypot(...vector);
      return [[word, Float32Array.from(vector, (value) => value / length)] as const];
    }),
  );
}
