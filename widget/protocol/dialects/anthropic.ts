import type { Frame, FrameEvent } from './frame.ts';
import { isObject, readFinishReason, readObject, readString, readUsage, type JsonObject } from './read.ts';
import { readSource } from './sources.ts';

/**
 * Anthropic messages. Text blocks follow each other without a break, because citations part them in mid-sentence.
 * https://docs.anthropic.com/en/docs/build-with-claude/streaming
 */
export function readAnthropic({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (json['type']) {
    case 'message_start':
      return readUsageOf(readObject(json['message']));
    case 'content_block_start':
      return readDelta(readObject(json['content_block']));
    case 'content_block_delta':
      return readDelta(readObject(json['delta']));
    case 'message_delta':
      return [...readStopReason(readObject(json['delta'])), ...readUsageOf(json)];
    case 'message_stop':
      return [{ type: 'end' }];
    default:
      return undefined;
  }
}

function readDelta(delta: JsonObject): readonly FrameEvent[] {
  switch (delta['type']) {
    case 'text':
    case 'text_delta':
      return [{ type: 'token', token: readString(delta['text']) ?? '' }];
    case 'thinking':
    case 'thinking_delta':
      return [{ type: 'reasoning', text: readString(delta['thinking']) ?? '' }];
    case 'citations_delta':
      return readCitation(readObject(delta['citation']));
    default:
      return [];
  }
}

function readCitation(citation: JsonObject): readonly FrameEvent[] {
  const title = citation['title'] ?? citation['document_title'];
  const source = readSource({ title, url: citation['url'], snippet: citation['cited_text'] }, 0);
  return source ? [{ type: 'source', source }] : [];
}

function readStopReason(delta: JsonObject): readonly FrameEvent[] {
  const finishReason = readFinishReason(delta['stop_reason']);
  return finishReason ? [{ type: 'finish', finishReason }] : [];
}

function readUsageOf(json: JsonObject): readonly FrameEvent[] {
  const usage = readUsage(json['usage']);
  return usage ? [{ type: 'usage', usage }] : [];
}
