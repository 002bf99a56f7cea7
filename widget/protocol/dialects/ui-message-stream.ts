import type { Frame, FrameEvent } from './frame.ts';
import {
  isObject,
  pickString,
  readFinishReason,
  readObject,
  readString,
  readUsage,
  type JsonObject,
} from './read.ts';
import { readSource } from './sources.ts';

/** AI SDK UI message stream, version 1. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol */
export function readUiMessageStream({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (json['type']) {
    case 'text-start':
      return [{ type: 'paragraph' }];
    case 'text-delta':
      return [{ type: 'token', token: readString(json['delta']) ?? '' }];
    case 'reasoning-delta':
      return [{ type: 'reasoning', text: readString(json['delta']) ?? '' }];
    case 'source-url':
    case 'source-document': {
      const source = readSource({ ...json, id: json['sourceId'] }, 0);
      return source ? [{ type: 'source', source }] : [];
    }
    case 'finish':
      return readFinish(json);
    case 'abort':
      return [
        { type: 'error', code: 'truncated', message: pickString(json, 'reason') || 'aborted by the server' },
      ];
    default:
      return undefined;
  }
}

/** Usage has no place of its own: servers that tell it put it into the message's metadata. */
function readFinish(json: JsonObject): readonly FrameEvent[] {
  const metadata = readObject(json['messageMetadata']);
  const usage = readUsage(metadata['usage'] ?? metadata['totalUsage']);
  const finishReason = readFinishReason(json['finishReason']) ?? 'stop';
  return [{ type: 'finish', finishReason }, ...(usage ? [{ type: 'usage' as const, usage }] : [])];
}
