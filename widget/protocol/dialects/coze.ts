import { isObject, parseJson, readObject, readString } from '../json.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';

/**
 * Tool calls in Coze's chats, whose `content` is JSON with the tool's name. Results are skipped: they do not name their call.
 * Coze's text is found by structure. Types of `@coze/api` 1.3.9, `ChatV3Message`.
 *
 * @example
 * readCozeTool(toFrame('{"id":"m","type":"function_call","content_type":"text","content":"{\"name\":\"search\"}"}'));
 * // [{ type: 'tool', id: 'm', name: 'search', state: 'running' }]
 */
export function readCozeTool({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !('content_type' in json)) return undefined;
  const { type, id, content } = json;
  if (type === 'tool_response' || type === 'tool_output') return [];
  if (type !== 'function_call') return undefined;
  const { name } = readObject(parseJson(readString(content) ?? ''));
  return name ? readTool({ id, name }, 'running') : [];
}
