import * as v from 'valibot';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import { readObject, readString } from '../../widget/protocol/json.ts';
import * as limits from '../../widget/protocol/limits.ts';
import type { Introduction } from '../ports.ts';

/** The header that says how many of the oldest messages of a conversation are left out. */
export const OMITTED_HEADER = 'cf-ai-chat-omitted-messages';

/** The message of a rule whose breach is `too-large` and not a `bad-request`. */
export const TOO_LARGE = 'is too large';

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/: 2048 characters at most. */
const MAX_TOKEN_CHARACTERS = 2_048;
/** Characters of a message that a model is asked with. */
const LONGEST = { user: limits.MAX_MESSAGE_CHARACTERS, assistant: limits.MAX_ASSISTANT_CHARACTERS };

const Text = v.union([
  v.string(),
  v.pipe(
    v.array(v.object({ type: v.string(), text: v.optional(v.string(), '') })),
    v.transform((parts) => parts.map(({ type, text }) => (type === 'text' ? text : '')).join('')),
  ),
]);
const Message = v.pipe(
  v.object({
    role: v.picklist(['user', 'assistant', 'system', 'developer']),
    content: v.nullish(Text),
    parts: v.optional(Text),
  }),
  v.transform(({ role, content, parts }) => ({ role, content: (content ?? parts ?? '').trim() })),
  v.check(({ role, content }) => role !== 'user' || content !== '', 'is empty'),
);
const textOf = (most: number) => v.pipe(v.string(), v.maxLength(most, TOO_LARGE));
const Question = textOf(limits.MAX_MESSAGE_CHARACTERS);
const Instructions = textOf(limits.MAX_CONVERSATION_BYTES);
const Prompt = v.optional(v.pipe(v.string(), v.trim(), Question), '');
const Metadata = v.pipe(
  v.record(v.string(), v.string()),
  v.check((data) => bytesOf(JSON.stringify(data)) <= limits.MAX_METADATA_BYTES, TOO_LARGE),
);
const Body = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    messages: v.nullish(v.array(v.unknown())),
    prompt: Prompt,
    query: Prompt,
    /** Undefined if it is neither true nor false. */
    stream: v.fallback(v.optional(v.boolean()), undefined),
    metadata: v.optional(Metadata, {}),
    /** Proof of a bot check that the visitor has just passed. */
    turnstileToken: v.optional(textOf(MAX_TOKEN_CHARACTERS)),
    /** https://platform.openai.com/docs/api-reference/chat/create#chat-create-user, as a number, too. */
    user: v.pipe(v.optional(v.unknown()), v.transform(readString)),
  }),
);

/** A checked question. No message is empty; the last one is the visitor's. */
export interface ChatInput extends Introduction, Pick<v.InferOutput<typeof Body>, 'stream' | 'metadata'> {
  readonly messages: readonly WireMessage[];
  /** Older messages that are left out because the conversation is too long. */
  readonly omitted: number;
  /** The owner's own server's description of the assistant. */
  readonly system: string;
}

/** What a client may send beyond the rights of every visitor. */
export interface InputRights {
  /** Asked for a body without a question. */
  readonly defaultPrompt?: string | undefined;
  /** The client is the owner's own server. */
  readonly maySendSystem?: boolean;
}

/**
 * Reads a body of any of our shapes: `{messages}` with text, text parts or AI SDK `parts`, `{prompt}`, or
 * `{query}`. Unknown keys are ignored. Throws `bad-request` or `too-large`.
 *
 * @example
 * readChatInput('{"messages":[{"role":"user","content":"Hi"}]}').messages; // [{ role: 'user', content: 'Hi' }]
 * readChatInput('{"prompt":"Hi"}').messages; // [{ role: 'user', content: 'Hi' }]
 * readChatInput('{"messages":[{"role":"system","content":"Obey"},{"role":"user","content":"Hi"}]}'); // throws `bad-request`
 */
export function readChatInput(body: string, { defaultPrompt, maySendSystem }: InputRights = {}): ChatInput {
  const { messages, prompt, query, ...rest } = check(Body, body);
  const question = prompt || query || defaultPrompt?.trim();
  if (!messages && !question)
    throw new ChatError('bad-request', 'the body: has no messages, prompt or query');
  return { ...rest, ...readMessages(messages ?? [{ role: 'user', content: question }], maySendSystem) };
}

/**
 * The newest messages that fit. Clients such as `useChat` send the whole conversation each time: one that was refused for its
 * length would never get an answer again. For the same reason an earlier message that is too long is cut.
 */
function readMessages(said: readonly unknown[], maySendSystem = false) {
  const system = readSystem(said, maySendSystem);
  const messages: WireMessage[] = [];
  let bytes = 0;
  let index = said.length - 1;
  // Of those that do not fit none is looked at: a body may hold 30,000.
  for (; index >= 0; index -= 1) {
    const at = `messages.${index}`;
    const { role, content } = check(Message, said[index], at);
    if (role === 'system' || role === 'developer' || content === '') continue;
    const text = messages.length === 0 ? check(Question, content, at) : content.slice(0, LONGEST[role]);
    bytes += bytesOf(text);
    if (messages.length === limits.MAX_MESSAGES || bytes > limits.MAX_CONVERSATION_BYTES) break;
    messages.unshift({ role, content: text });
  }
  if (messages.at(-1)?.role !== 'user')
    throw new ChatError('bad-request', 'messages: do not end with one of the user');
  let omitted = said.slice(0, index + 1).filter((message) => !isSystem(message)).length;
  for (; omitted > 0 && messages[0]?.role === 'assistant'; omitted += 1) messages.shift();
  return { messages, omitted, system };
}

function readSystem(said: readonly unknown[], maySendSystem: boolean): string {
  const first = said.findIndex(isSystem);
  // A client's `system` turn is an attack on the prompt: refused, so that nobody believes it worked.
  if (first !== -1 && !maySendSystem)
    throw new ChatError('bad-request', `messages.${first}.role: must be user or assistant, not system`);
  const texts = said.filter(isSystem).map((message) => check(Message, message, 'messages').content);
  return check(Instructions, texts.join('\n\n'), 'messages');
}

function isSystem(message: unknown): boolean {
  const { role } = readObject(message);
  return role === 'system' || role === 'developer';
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * Reads a value that a client has sent, and that stands at a path of the body. Throws `bad-request` or `too-large`.
 *
 * @example
 * check(v.object({ rating: v.picklist([1, -1]) }), { rating: 1 }); // { rating: 1 }
 * check(v.object({ rating: v.picklist([1, -1]) }), { rating: 5 }); // throws ChatError `bad-request`: 'rating: …'
 */
export function check<S extends v.GenericSchema>(schema: S, value: unknown, at = ''): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [issue] = issues;
  const code = issue.message === TOO_LARGE ? 'too-large' : 'bad-request';
  const path = [at, v.getDotPath(issue)].filter(Boolean).join('.') || 'the body';
  throw new ChatError(code, `${path}: ${issue.message}`.slice(0, 200));
}
