import { type JsonObject, isObject, pickString, readList, readObject, readString } from '../json.ts';
import { readOneSource, readReasoning, readToken, toFailure } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readTool } from './tools.ts';

/** States in which the text of a status is progress, not the answer. */
const WORKING = /^(?:submitted|working|unspecified|unknown)$/;
const FAILED = /^(?:failed|rejected|canceled)$/;

/**
 * Results in JSON-RPC 2.0. A2A 1.0: `task`, `message`, `statusUpdate`, `artifactUpdate`; A2A 0.3: the same objects named by
 * `kind`. Parts have `text`, `url` or `data`. A status whose `state` is not `working` ends the turn. MCP: `content`, a list of
 * parts. Types of `@a2a-js/sdk` 1.3.0 and its `compat/v0_3`, and of `@modelcontextprotocol/sdk` 1.32.2, `CallToolResult`.
 *
 * @example
 * readJsonRpc(toFrame('{"jsonrpc":"2.0","result":{"artifactUpdate":{"artifact":{"parts":[{"text":"Hi"}]}}}}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readJsonRpc({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || json['jsonrpc'] !== '2.0') return undefined;
  const result = readObject(json['result']);
  const kind = result['kind'];
  const named = (name: string, older: string): JsonObject | undefined =>
    isObject(result[name]) ? result[name] : kind === older ? result : undefined;
  const update = named('artifactUpdate', 'artifact-update');
  if (update) return readParts(readObject(update['artifact'])['parts']);
  const status = named('statusUpdate', 'status-update');
  if (status) return readStatus(status);
  const message = named('message', 'message');
  if (message) return [...readAgentParts(message), { type: 'end' }];
  const task = named('task', 'task');
  if (task) return [...readList(task['artifacts']).flatMap(readArtifact), ...readStatus(task)];
  if (!Array.isArray(result['content'])) return [];
  if (result['isError'] === true) return toFailure('the tool answered with an error');
  return [...readParts(result['content']), { type: 'end' }];
}

function readStatus({ status, final: isFinal }: JsonObject): readonly FrameEvent[] {
  const { state, message } = readObject(status);
  const name = (readString(state) ?? '').toLowerCase().replace('task_state_', '').replaceAll('_', '-');
  if (FAILED.test(name)) return toFailure(`the task is ${name}`);
  const events = readAgentParts(readObject(message));
  if (WORKING.test(name) && isFinal !== true)
    return events.map((event) => (event.type === 'token' ? { type: 'reasoning', text: event.token } : event));
  return [...events, { type: 'end' }];
}

function readAgentParts({ role, parts }: JsonObject): readonly FrameEvent[] {
  return role === 'user' || role === 'ROLE_USER' ? [] : readParts(parts);
}

/** An artifact of a finished task. As a snapshot: the same text may have come before, in pieces. */
function readArtifact(artifact: unknown): readonly FrameEvent[] {
  const events = readParts(readObject(artifact)['parts']);
  const text = events.map((event) => (event.type === 'token' ? event.token : '')).join('');
  return [
    ...(text ? [{ type: 'snapshot', text, isWhole: true } as const] : []),
    ...events.filter(({ type }) => type !== 'token'),
  ];
}

function readParts(parts: unknown): readonly FrameEvent[] {
  return readList(parts).map(readObject).flatMap(readPart);
}

function readPart(part: JsonObject): readonly FrameEvent[] {
  const metadata = readObject(part['metadata']);
  const file = { ...part, ...readObject(part['file']) };
  const url = pickString(file, 'url', 'uri');
  const mediaType = pickString(file, 'mediaType', 'mimeType');
  const bytes = pickString(file, 'bytes', 'raw');
  const name = pickString(file, 'filename', 'title', 'name');
  if (metadata['adk_thought'] === true) return readReasoning(part['text']);
  // Google's agents send a tool call as `{"id","name","args"}` and its result as `{"id","name","response"}`.
  const data = readObject(part['data']);
  if (metadata['adk_type']) return readTool(data, 'response' in data ? 'done' : 'running');
  // A web page with an address is a source; a picture, or bytes, are a file.
  if (bytes || (url && mediaType.startsWith('image/')))
    return [
      { type: 'file', url: url || `data:${mediaType};base64,${bytes}`, mediaType, ...(name && { name }) },
    ];
  return url ? readOneSource({ url, title: name }) : readToken(part['text']);
}
