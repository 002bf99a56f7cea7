import * as fc from 'fast-check';
import { renderMarkdown } from '../../widget/markdown/index.ts';
import { outline } from '../widget/markdown/dom-outline.ts';
import { piecesOf, SECTION_SIZE, STREAMED_DOCUMENT } from '../widget/markdown/markdown-arbitrary.ts';
import { streamed } from '../widget/markdown/streamed.ts';

/** Streams random documents; returns the report of the smallest one that differs from the one-shot render, if any does. */
export function findDifference(seed: number, documents: number): string | undefined {
  const isEqual = fc.property(
    STREAMED_DOCUMENT,
    SECTION_SIZE,
    (document, sectionSize) =>
      streamed(piecesOf(document), sectionSize) === outline(renderMarkdown(document.markdown)),
  );
  const { failed, counterexample, errorInstance } = fc.check(isEqual, { seed, numRuns: documents });
  return failed ? JSON.stringify({ seed, counterexample, error: String(errorInstance) }, null, 2) : undefined;
}

Object.assign(globalThis, { findDifference });
