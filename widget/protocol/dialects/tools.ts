import type { ToolState } from '../chat-message.ts';
import { dropUndefined, type JsonObject, pickString } from '../json.ts';
import { MAX_TOOL_CHARACTERS } from '../limits.ts';
import type { FrameEvent, ToolFrame } from './frame.ts';

/**
 * What a frame says about a tool; nothing without an id. `input` and `output` are cut to {@link MAX_TOOL_CHARACTERS}.
 *
 * @example
 * readTool({ id: 't1', name: 'search', state: 'running' });
 * // [{ type: 'tool', id: 't1', name: 'search', state: 'running' }]
 * readTool({ id: '', name: 'search' }); // []
 */
export function readTool({
  id,
  name,
  title,
  input,
  output,
  ...facts
}: Partial<ToolFrame>): readonly FrameEvent[] {
  if (!id) return [];
  const cut = {
    name: name || undefined,
    title: title || undefined,
    input: toShort(input),
    output: toShort(output),
  };
  return [dropUndefined<ToolFrame>({ type: 'tool', id, ...cut, ...facts })];
}

/**
 * The fields of a tool under the names in common use.
 *
 * @example
 * readToolFields({ tool_call_id: 't1', tool_name: 'search', args: { q: 'x' } }, 'running');
 * // [{ type: 'tool', id: 't1', name: 'search', input: { q: 'x' }, state: 'running' }]
 */
export function readToolFields(json: JsonObject, state: ToolState | undefined): readonly FrameEvent[] {
  const name = pickString(json, 'name', 'toolName', 'tool_name', 'tool');
  return readTool({
    id: pickString(json, 'id', 'toolCallId', 'tool_call_id', 'callId', 'call_id', 'tool_use_id') || name,
    name,
    title: pickString(json, 'title', 'displayName', 'label'),
    input: json['input'] ?? json['args'] ?? json['arguments'],
    output: json['output'] ?? json['result'],
    ...(state && { state }),
  });
}

/** A tool's state by its name; undefined for any other value. */
export function readToolState(state: unknown): ToolState | undefined {
  return state === 'running' || state === 'done' || state === 'failed' ? state : undefined;
}

/** `input` and `output` stay JSON where they are short. */
function toShort(value: unknown): unknown {
  const json = typeof value === 'string' ? value : JSON.stringify(value ?? undefined);
  return json === undefined || json.length <= MAX_TOOL_CHARACTERS
    ? (value ?? undefined)
    : json.slice(0, MAX_TOOL_CHARACTERS);
}
