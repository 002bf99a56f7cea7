import type { Frame, FrameEvent } from './frame.ts';
import { readChunks } from './vendor-sources.ts';
import { isObject } from '../json.ts';

/**
 * Cloudflare AI Search: an `event: chunks` frame has the passages found, as a list or, in older versions, under `chunks`. The
 * answer follows as OpenAI chunks.
 *
 * @example
 * readAiSearch(toFrame('[{"item":{"key":"returns.md"},"text":"Free."}]', 'chunks'));
 * // [{ type: 'sources', sources: [{ id: '1', title: 'returns.md', url: '', snippet: 'Free.' }] }]
 */
export function readAiSearch({ event, json }: Frame): readonly FrameEvent[] | undefined {
  if (Array.isArray(json))
    return event === 'chunks' ? [{ type: 'sources', sources: readChunks(json) }] : undefined;
  if (!isObject(json) || !Array.isArray(json['chunks']) || 'choices' in json) return undefined;
  return [{ type: 'sources', sources: readChunks(json['chunks']) }];
}
