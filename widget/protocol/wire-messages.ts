import { filesOf, textOf, type ChatMessage, type WireMessage } from './chat-message.ts';
import { MAX_ASSISTANT_CHARACTERS, MAX_CONVERSATION_BYTES, MAX_MESSAGES } from './limits.ts';

/** Bytes of a body reserved for everything but the conversation: `metadata`, fields of the page, JSON punctuation. */
const RESERVED_BODY_BYTES = 6_144;

/**
 * The messages to send: at most `limit` (1 to {@link MAX_MESSAGES}), and as many of the newest as fit into one body. The first
 * one is always a question. Questions keep their files. Failed messages are left out: a failed question got no answer, a
 * failed answer may be cut in half.
 *
 * @example
 * const parts = [{ type: 'text', text: 'Hi' }] as const;
 * const message = { id: '1', role: 'user', parts, status: 'complete', createdAt: 0 } as const;
 * toWireMessages([message, { ...message, status: 'failed' }], 20); // [{ role: 'user', content: 'Hi' }]
 */
export function toWireMessages(messages: readonly ChatMessage[], limit: number): readonly WireMessage[] {
  const sendable = messages.filter((message) => message.status !== 'failed').map(toWireMessage);
  const recent = sendable.filter(({ content, files }) => content !== '' || files).slice(-clampLimit(limit));
  const fitting = recent.slice(firstFitting(recent));
  const opening = fitting.findIndex(({ role }) => role === 'user');
  return opening === -1 ? [] : fitting.slice(opening);
}

function toWireMessage(message: ChatMessage): WireMessage {
  const text = textOf(message);
  const content = message.role === 'assistant' ? text.slice(0, MAX_ASSISTANT_CHARACTERS) : text;
  const files = message.role === 'user' ? filesOf(message) : [];
  return { role: message.role, content, ...(files.length > 0 && { files }) };
}

function clampLimit(limit: number): number {
  return limit >= 1 ? Math.min(Math.floor(limit), MAX_MESSAGES) : 1;
}

/**
 * The index of the oldest message that fits. The newest message is always sent, even if it is too long: the backend may then
 * refuse it.
 */
function firstFitting(messages: readonly WireMessage[]): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    bytes += encoder.encode(JSON.stringify(messages[index], withoutFiles)).length + 1;
    if (bytes > MAX_CONVERSATION_BYTES - RESERVED_BODY_BYTES) return Math.min(index + 1, messages.length - 1);
  }
  return 0;
}

/** Replacer for `JSON.stringify` that leaves files out: they have limits of their own. */
function withoutFiles(name: string, value: unknown): unknown {
  return name === 'files' ? undefined : value;
}
