import { toErrorEvent } from './error.ts';
import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readContent } from './read.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, pickString, readObject } from '../json.ts';

const PREFIX = 'response.';

/**
 * OpenAI Responses: every type begins with `response.`, and one of three types ends the stream.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 *
 * @example
 * readOpenAiResponses(toFrame('{"type":"response.output_text.delta","delta":"Hi"}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readOpenAiResponses({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || typeof json['type'] !== 'string') return undefined;
  // The Agents SDK wraps each event: `{"type":"raw_response_event","data":{…}}`.
  if (json['type'] === 'raw_response_event') return readOpenAiResponses({ data: '', json: json['data'] });
  return json['type'].startsWith(PREFIX) ? readEvent(json['type'].slice(PREFIX.length), json) : undefined;
}

function readEvent(type: string, json: JsonObject): readonly FrameEvent[] {
  const response = readObject(json['response']);
  switch (type) {
    case 'output_text.delta':
    case 'refusal.delta':
      return readToken(json['delta']);
    case 'reasoning_text.delta':
    case 'reasoning_summary_text.delta':
      return readReasoning(json['delta']);
    case 'content_part.added':
      return readObject(json['part'])['type'] === 'output_text' ? [{ type: 'paragraph' }] : [];
    case 'output_item.added':
      return readItem(readObject(json['item']));
    case 'output_item.done':
      return [
        ...readItem(readObject(json['item'])),
        ...readMessage(readObject(json['item'])),
        ...readImage(readObject(json['item'])),
      ];
    case 'output_text.annotation.added':
      return readOneSource(json['annotation']);
    case 'completed':
    case 'incomplete':
      return [
        ...readFinish(readObject(response['incomplete_details'])['reason'] ?? 'stop'),
        ...readTokenCounts(response['usage']),
        { type: 'end' },
      ];
    case 'failed':
      return [toErrorEvent(response)];
    default:
      return [];
  }
}

/** A complete message. Servers that copy OpenAI's format may send it without deltas before it. */
function readMessage({ type, content }: JsonObject): readonly FrameEvent[] {
  const text = type === 'message' && readContent(content);
  return text ? [{ type: 'snapshot', text, isWhole: true }] : [];
}

/** The picture in an `image_generation_call`. */
function readImage({ type, result, output_format: format = 'png' }: JsonObject): readonly FrameEvent[] {
  if (type !== 'image_generation_call' || typeof result !== 'string') return [];
  const mediaType = `image/${String(format)}`;
  return [{ type: 'file', url: `data:${mediaType};base64,${result}`, mediaType }];
}

/** A tool call, such as `web_search_call` or `function_call`. */
function readItem(item: JsonObject): readonly FrameEvent[] {
  const type = pickString(item, 'type');
  if (type === 'mcp_approval_request') return readTool(item, 'waiting');
  if (!type.endsWith('_call')) return [];
  const state = item['status'] === 'completed' ? 'done' : item['status'] === 'failed' ? 'failed' : 'running';
  return readTool({ name: type.replace(/_call$/, ''), ...item }, state);
}
