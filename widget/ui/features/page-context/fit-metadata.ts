import type { JsonObject } from '../../../protocol/json.ts';
import { MAX_METADATA_BYTES } from '../../../protocol/limits.ts';

const ELLIPSIS = '…';

/** A fact under a name. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether a text that does not fit is cut at the end of a word, or left out, as half of an address leads nowhere. */
  readonly isCuttable: boolean;
  readonly maxBytes?: number;
}

/**
 * Adds facts to `own`, in their order, as far as the Worker's limit allows ({@link MAX_METADATA_BYTES}). A fact with a name in
 * `own` already stays as it is.
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

/** As many whole words as fit. Words of languages without spaces are found, too. */
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
  // A whole page that is selected need not be encoded.
  return text.length <= maxBytes && innerBytesOf(text) <= maxBytes;
}

/** Bytes of a text in JSON, without its quotation marks. */
function innerBytesOf(text: string): number {
  return bytesOf(text) - 2;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
