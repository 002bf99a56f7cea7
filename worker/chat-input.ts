import * as v from 'valibot';
import { ChatError } from '../widget/protocol/chat-error.ts';
import type { WireMessage } from '../widget/protocol/chat-message.ts';
import {
  MAX_ASSISTANT_CHARACTERS,
  MAX_MESSAGE_CHARACTERS,
  MAX_MESSAGES,
  MAX_METADATA_BYTES,
} from '../widget/protocol/limits.ts';

const Parts = v.array(v.object({ type: v.string(), text: v.optional(v.string()) }));
const Message = v.object({
  // A client's `system` turn is an attack on the prompt: refused, so that nobody believes it worked.
  role: v.picklist(['user', 'assistant']),
  content: v.nullish(v.union([v.string(), Parts])),
  parts: v.optional(Parts),
});
const Body = v.object({
  messages: v.optional(v.array(Message)),
  prompt: v.optional(v.string()),
  query: v.optional(v.string()),
  stream: v.optional(v.unknown()),
  metadata: v.optional(v.record(v.string(), v.string())),
  turnstileToken: v.optional(v.string()),
});

type BodyMessage = v.InferOutput<typeof Message>;

/** A checked question. */
export interface ChatInput {
  /** No empty ones; the last one is the visitor's. */
  readonly messages: readonly WireMessage[];
  readonly metadata: Readonly<Record<string, string>>;
  /** What the body's `stream` said; undefined if it is neither true nor false. */
  readonly stream: boolean | undefined;
  /** Proof of a bot check that the visitor has just passed. */
  readonly turnstileToken: string | undefined;
}

/**
 * Reads a body of any of our shapes: `{messages}` with text, text parts or AI SDK `parts`, `{prompt}`, or
 * `{query}`. Unknown keys are ignored. Throws `bad-request` or `too-large`.
 */
export function readChatInput(body: string): ChatInput {
  const { messages, prompt, query, stream, metadata = {}, turnstileToken } = parseBody(body);
  const asked = messages ?? [{ role: 'user' as const, content: prompt ?? query ?? '' }];
  if (new TextEncoder().encode(JSON.stringify(metadata)).length > MAX_METADATA_BYTES) {
    throw new ChatError('too-large', `metadata is larger than ${MAX_METADATA_BYTES} bytes`);
  }
  return {
    messages: checkMessages(
      asked.map((message) => ({ role: message.role, content: textOfMessage(message) })),
    ),
    metadata,
    stream: typeof stream === 'boolean' ? stream : undefined,
    turnstileToken,
  };
}

function parseBody(body: string): v.InferOutput<typeof Body> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new ChatError('bad-request', 'the body is not JSON', { cause });
  }
  const result = v.safeParse(Body, json, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ChatError('bad-request', `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`.slice(0, 200));
}

function textOfMessage({ content, parts }: BodyMessage): string {
  if (typeof content === 'string') return content.trim();
  return (content ?? parts ?? [])
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('')
    .trim();
}

function checkMessages(messages: readonly WireMessage[]): readonly WireMessage[] {
  if (messages.length > MAX_MESSAGES) throw new ChatError('too-large', `more than ${MAX_MESSAGES} messages`);
  if (messages.at(-1)?.role !== 'user')
    throw new ChatError('bad-request', 'the last message must be from the user');
  return messages.flatMap(({ role, content }): readonly WireMessage[] => {
    // What a client says the assistant said is text like any other: too long is cut, not refused.
    if (role === 'assistant')
      return content === '' ? [] : [{ role, content: content.slice(0, MAX_ASSISTANT_CHARACTERS) }];
    if (content === '') throw new ChatError('bad-request', 'a user message is empty');
    if (content.length > MAX_MESSAGE_CHARACTERS) {
      throw new ChatError('too-large', `a message is longer than ${MAX_MESSAGE_CHARACTERS} characters`);
    }
    return [{ role, content }];
  });
}
