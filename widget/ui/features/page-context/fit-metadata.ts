import type { JsonObject } from '../../../protocol/json.ts';
import { MAX_METADATA_BYTES } from '../../../protocol/limits.ts';

const ELLIPSIS = '…';

/** A named fact about the page. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether a text that does not fit is cut after a word. Otherwise it is left out, such as an address, which cannot be cut. */
  readonly isCuttable: boolean;
  readonly maxBytes?: number;
}

/**
 * Adds facts to `own`, in order, up to the Worker's limit ({@link MAX_METADATA_BYTES}). Names that `own` already has are not
 * replaced.
 */
export function fitMetadata(own: JsonObject, facts: readonly Fact[]): JsonObject {
  const metadata: Record<string, unknown> = { ...own };
  for (const fact of facts.filter(({ name }) => !(name in own))) {
    const text = fit(fact, MAX_METADATA_BYTES - bytesOf({ ...metadata, [fact.name]: '' }));
    if (text !== '') metadata[fact.name] = text;
  }
  return metadata;
}

function fit({ text, isCuttable, maxBytes = MAX_METADATA_BYTES }: Fact, left: number): string {
  const room = Math.min(maxBytes, left);
  if (fits(text, room)) return text;
  return isCuttable ? cut(text, room) : '';
}

/** As many whole words as fit, also in languages without spaces. */
function cut(text: string, maxBytes: number): string {
  let room = maxBytes - innerBytesOf(ELLIPSIS);
  let end = 0;
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    room -= innerBytesOf(segment);
    if (room < 0) break;
    end += segment.length;
  }
  const strings = text.slice(0, end).trimEnd();
  return strings && strings + ELLIPSIS;
}

function fits(text: string, maxBytes: number): boolean {
  // A quick test first, because the selection may be a whole page.
  return text.length <= maxBytes && innerBytesOf(text) <= maxBytes;
}

/** Bytes of a text in JSON, without the quotation marks. */
function innerBytesOf(text: string): number {
  return bytesOf(text) - 2;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
