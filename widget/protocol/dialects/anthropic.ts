import { readFinish, readOneSource, readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';
import { type JsonObject, isObject, readObject } from '../json.ts';

/**
 * Anthropic messages. Text blocks are joined without a break, because a citation begins a new block in mid-sentence.
 * https://docs.anthropic.com/en/docs/build-with-claude/streaming
 *
 * @example
 * readAnthropic(toFrame('{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readAnthropic({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  switch (json['type']) {
    case 'message_start':
      return readTokenCounts(readObject(json['message'])['usage']);
    case 'content_block_start':
      return readBlock(readObject(json['content_block']));
    case 'content_block_delta':
      return readBlock(readObject(json['delta']));
    case 'message_delta':
      return [...readFinish(readObject(json['delta'])['stop_reason']), ...readTokenCounts(json['usage'])];
    case 'message_stop':
      return [{ type: 'end' }];
    default:
      return undefined;
  }
}

/** A content block of a message, or a delta of one. */
export function readBlock(block: JsonObject): readonly FrameEvent[] {
  switch (block['type']) {
    case 'text':
    case 'text_delta':
      return readToken(block['text']);
    case 'thinking':
    case 'thinking_delta':
      return readReasoning(block['thinking']);
    case 'citations_delta':
      return readOneSource(block['citation']);
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return readTool(block, 'running');
    default:
      return readToolResult(block);
  }
}

/** A tool's result, such as `web_search_tool_result`: its content is a list, or an object for an error. */
function readToolResult(block: JsonObject): readonly FrameEvent[] {
  const hasFailed = block['is_error'] === true || isObject(block['content']);
  return 'tool_use_id' in block ? readTool(block, hasFailed ? 'failed' : 'done') : [];
}
