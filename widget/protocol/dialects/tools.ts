import type { ToolState } from '../chat-message.ts';
import { dropUndefined, type JsonObject, pickString } from '../json.ts';
import { MAX_TOOL_CHARACTERS } from '../limits.ts';
import type { ToolFrame } from './frame.ts';

const INPUTS = ['input', 'args', 'arguments', 'toolInput', 'tool_input'] as const;
const OUTPUTS = [
  'output',
  'result',
  'response',
  'observation',
  'toolOutput',
  'errorText',
  'content',
] as const;
const INPUT_DELTAS = ['inputTextDelta', 'argsTextDelta', 'delta'] as const;

/**
 * What a frame says about a tool call, under the field names in common use; none where it names no tool. Without `state` the
 * call keeps its earlier state. Input and output are cut to {@link MAX_TOOL_CHARACTERS}.
 *
 * @example
 * readTool({ tool_call_id: 't1', tool_name: 'search', args: { q: 'x' } }, 'running');
 * // [{ type: 'tool', id: 't1', name: 'search', input: { q: 'x' }, state: 'running' }]
 */
export function readTool(json: JsonObject, state?: ToolState): readonly ToolFrame[] {
  const name = pickString(json, 'name', 'toolName', 'tool_name', 'toolCallName', 'tool');
  const id =
    pickString(
      json,
      'toolCallId',
      'tool_call_id',
      'tool_use_id',
      'toolUseId',
      'call_id',
      'subagentRunId',
      'id',
    ) || name;
  const tool = dropUndefined<ToolFrame>({
    type: 'tool',
    id,
    name: name || undefined,
    title: pickString(json, 'title', 'displayName') || undefined,
    input: toShort(pick(json, INPUTS)),
    inputDelta: pickString(json, ...INPUT_DELTAS) || undefined,
    output: toShort(pick(json, OUTPUTS)),
    state,
  });
  return id ? [tool] : [];
}

function pick(json: JsonObject, keys: readonly string[]): unknown {
  return json[keys.find((key) => json[key]) ?? ''];
}

/** Cuts a value that is too long to the beginning of its JSON text. Shorter values stay as they are. */
function toShort(value: unknown): unknown {
  const json = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return json.length > MAX_TOOL_CHARACTERS ? json.slice(0, MAX_TOOL_CHARACTERS) : value;
}
