import { ChatError } from '../protocol/chat-error.ts';
import { isObject, type JsonObject, parseJson, pickString, readList, readObject } from '../protocol/json.ts';

/** An answer that has ended while nobody was connected. */
interface EndedAnswer {
  /** Of the agent's socket. */
  readonly url: string;
  /** What went on behind the newest call that was answered is wanted; otherwise all. */
  readonly isGoingOn?: boolean;
}

/**
 * The chunks of the agent's newest message. Throws ChatError: `bad-response` where nothing has come of what was asked, and
 * `truncated` where the agent has yet to go on.
 */
export async function fetchChunks(
  { url, isGoingOn }: EndedAnswer,
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const address = new URL(url);
  address.protocol = address.protocol.replace('ws', 'http');
  address.pathname = `${address.pathname.replace(/\/$/, '')}/get-messages`;
  const messages = await fetch(address, { signal, cache: 'no-store' }).then(
    async (response) => parseJson(await response.text()),
    () => undefined,
  );
  signal.throwIfAborted();
  const { role, parts } = readObject(readList(messages).at(-1));
  const asked = Array.isArray(parts) ? parts.findLastIndex(isAnswered) : -1;
  if (role !== 'assistant' || !Array.isArray(parts) || (isGoingOn && asked < 0))
    throw new ChatError('bad-response', 'there is no rest of the answer');
  if (!isGoingOn) return parts.flatMap(chunksOf);
  if (asked === parts.length - 1) throw new ChatError('truncated', 'the agent has not gone on yet');
  // What was asked is behind the words before it.
  return parts.slice(asked).flatMap(chunksOf);
}

/** Whether a part is a call that waits for nobody. */
function isAnswered(part: unknown): boolean {
  const { toolCallId, state } = readObject(part);
  return toolCallId !== undefined && state !== 'approval-requested' && state !== 'input-available';
}

/** The chunks that a part of a stored message was made of. */
function chunksOf(part: unknown): readonly JsonObject[] {
  if (!isObject(part)) return [];
  const delta = pickString(part, 'text');
  if (part['type'] === 'text') return [{ type: 'text-start' }, { type: 'text-delta', delta }];
  if (part['type'] === 'reasoning') return [{ type: 'reasoning-delta', delta }];
  return 'toolCallId' in part ? chunksOfCall(part) : [part];
}

/** A call, and what has become of it: the state `output-error` comes by `tool-output-error`. */
function chunksOfCall(part: JsonObject): readonly JsonObject[] {
  const {
    toolName = pickString(part, 'type').replace('tool-', ''),
    toolCallId,
    input,
    state,
    approval,
  } = part;
  const approvalId = readObject(approval)['id'];
  const type = state === 'approval-requested' ? 'tool-approval-request' : `tool-${String(state)}`;
  return [
    { type: 'tool-input-available', toolCallId, toolName, input },
    { ...part, toolName, approvalId, type },
  ];
}
