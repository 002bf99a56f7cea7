import { ChatError } from '../protocol/chat-error.ts';
import { isObject, type JsonObject, parseJson, pickString, readList, readObject } from '../protocol/json.ts';

/** An answer that ended while no page was connected. */
interface EndedAnswer {
  /** The address of the agent's socket. */
  readonly url: string;
  /** Whether only the part after the last answered tool call is wanted. Otherwise all of the message. */
  readonly isContinuation?: boolean;
}

/**
 * The chunks of the agent's newest message. Throws ChatError: `bad-response` where the wanted answer is not there,
 * and `truncated` where the agent has not continued yet.
 */
export async function fetchChunks(
  { url, isContinuation }: EndedAnswer,
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
  const answered = Array.isArray(parts) ? parts.findLastIndex(isAnswered) : -1;
  if (role !== 'assistant' || !Array.isArray(parts) || (isContinuation && answered < 0))
    throw new ChatError('bad-response', 'there is no rest of the answer');
  if (!isContinuation) return parts.flatMap(chunksOf);
  if (answered === parts.length - 1) throw new ChatError('truncated', 'the agent has not gone on yet');
  // Text before the answered call is on the page already.
  return parts.slice(answered).flatMap(chunksOf);
}

/** Whether a part is a tool call that waits for no answer any more. */
function isAnswered(part: unknown): boolean {
  const { toolCallId, state } = readObject(part);
  return toolCallId !== undefined && state !== 'approval-requested' && state !== 'input-available';
}

/** Converts a part of a stored message back into chunks. */
function chunksOf(part: unknown): readonly JsonObject[] {
  if (!isObject(part)) return [];
  const delta = pickString(part, 'text');
  if (part['type'] === 'text') return [{ type: 'text-start' }, { type: 'text-delta', delta }];
  if (part['type'] === 'reasoning') return [{ type: 'reasoning-delta', delta }];
  return 'toolCallId' in part ? chunksOfCall(part) : [part];
}

/** The chunks of a tool call: its input, then its outcome, whose type is made of the state: `tool-output-error`. */
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
