import * as fc from 'fast-check';
import { renderMarkdown } from '../../widget/markdown/index.ts';
import { loadSanitizer } from '../../widget/markdown/sanitize.ts';
import { outline } from '../widget/markdown/dom-outline.ts';
import { piecesOf, STREAMED_DOCUMENT } from '../widget/markdown/markdown-arbitrary.ts';
import { streamed } from '../widget/markdown/streamed.ts';
import { TAG_LIKE_DOCUMENT, wrongWords } from '../widget/markdown/tag-like-documents.ts';

/** Streams random documents. Returns a report of the smallest one that is drawn differently than when rendered at once; or undefined. */
export function findDifference(seed: number, documents: number): string | undefined {
  const isEqual = fc.property(
    STREAMED_DOCUMENT,
    (document) => streamed(piecesOf(document)) === outline(renderMarkdown(document.markdown)),
  );
  return reportOf(fc.check(isEqual, { seed, numRuns: documents }), seed);
}

/** Renders random documents full of text that looks like tags. Reports the smallest one that loses a word or changes the next block. */
export async function findWrongWords(seed: number, documents: number): Promise<string | undefined> {
  await loadSanitizer();
  const keepsWords = fc.property(TAG_LIKE_DOCUMENT, (markdown) => {
    const wrong = wrongWords(markdown);
    if (wrong !== undefined) throw new Error(wrong);
  });
  return reportOf(fc.check(keepsWords, { seed, numRuns: documents }), seed);
}

function reportOf<T>(run: fc.RunDetails<T>, seed: number): string | undefined {
  const { failed, counterexample, errorInstance } = run;
  return failed ? JSON.stringify({ seed, counterexample, error: String(errorInstance) }, null, 2) : undefined;
}

Object.assign(globalThis, { findDifference, findWrongWords });
