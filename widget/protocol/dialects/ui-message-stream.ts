import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readSuggestions } from './suggestions.ts';
import { isObject, pickString, readObject } from '../json.ts';

/**
 * AI SDK UI message stream, version 1. Usage has no field of its own: servers put it into the message's
 * metadata. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 *
 * @example
 * readUiMessageStream(toFrame('{"type":"text-delta","id":"1","delta":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readUiMessageStream({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (json['type']) {
    case 'text-start':
      return [{ type: 'paragraph' }];
    case 'text-delta':
      return readToken(json['delta']);
    case 'reasoning-delta':
      return readReasoning(json['delta']);
    case 'source-url':
    case 'source-document':
      return readOneSource(json);
    case 'data-suggestions':
      return [{ type: 'suggestions', suggestions: readSuggestions(json['data']) }];
    case 'finish': {
      const { usage, totalUsage } = readObject(json['messageMetadata']);
      return [...readFinish(json['finishReason'] ?? 'stop'), ...readTokenCounts(usage ?? totalUsage)];
    }
    case 'abort':
      return [
        { type: 'error', code: 'truncated', message: pickString(json, 'reason') || 'aborted by the server' },
      ];
    default:
      return undefined;
  }
}
