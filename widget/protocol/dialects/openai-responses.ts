import type { Frame, FrameEvent } from './frame.ts';
import { toErrorEvent } from './error.ts';
import { isObject, readFinishReason, readObject, readString, readUsage, type JsonObject } from './read.ts';
import { readSource } from './sources.ts';

/**
 * OpenAI Responses: every type begins with `response.`, and one of three ends the stream.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */
export function readOpenAiResponses({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  const type = readString(json['type']) ?? '';
  return type.startsWith('response.') ? readEvent(type, json) : undefined;
}

function readEvent(type: string, json: JsonObject): readonly FrameEvent[] {
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return [{ type: 'token', token: readString(json['delta']) ?? '' }];
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return [{ type: 'reasoning', text: readString(json['delta']) ?? '' }];
    case 'response.content_part.added':
      return readObject(json['part'])['type'] === 'output_text' ? [{ type: 'paragraph' }] : [];
    case 'response.output_text.annotation.added': {
      const source = readSource(json['annotation'], 0);
      return source ? [{ type: 'source', source }] : [];
    }
    case 'response.completed':
    case 'response.incomplete':
      return readEnd(readObject(json['response']));
    case 'response.failed':
      return [toErrorEvent(readObject(json['response']))];
    default:
      return [];
  }
}

function readEnd(response: JsonObject): readonly FrameEvent[] {
  const usage = readUsage(response['usage']);
  const finishReason = readFinishReason(readObject(response['incomplete_details'])['reason']) ?? 'stop';
  return [
    { type: 'finish', finishReason },
    ...(usage ? [{ type: 'usage' as const, usage }] : []),
    { type: 'end' },
  ];
}
