import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import { isObject, readObject, readString } from '../../widget/protocol/json.ts';
import * as limits from '../../widget/protocol/limits.ts';
import type { Introduction } from '../ports.ts';
import { atMost, badInput, readBody, readText } from './read-body.ts';

/** The header that says how many of the oldest messages of a conversation are left out. */
export const OMITTED_HEADER = 'cf-ai-chat-omitted-messages';

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/: 2048 characters at most. */
const MAX_TOKEN_CHARACTERS = 2_048;
/** Characters of a message that a model is asked with. */
const LONGEST = { user: limits.MAX_MESSAGE_CHARACTERS, assistant: limits.MAX_ASSISTANT_CHARACTERS };

/** What a message may be by. `system` and `developer` are the same, by its older and its newer name. */
const ROLES = ['user', 'assistant', 'system', 'developer'] as const;

/** A checked question. No message is empty; the last one is the visitor's. */
export interface ChatInput extends Introduction {
  /** Undefined if it is neither true nor false. */
  readonly stream: boolean | undefined;
  readonly metadata: Readonly<Record<string, string>>;
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
  const { messages, prompt, query, stream, user, turnstileToken, metadata = {} } = readBody(body);
  const asked = [readQuestion(prompt, 'prompt'), readQuestion(query, 'query'), defaultPrompt?.trim()];
  const question = asked.find(Boolean);
  const said = messages ?? (question && [{ role: 'user', content: question }]);
  if (!said) throw badInput('the body', 'has no messages, prompt or query');
  if (!Array.isArray(said)) throw badInput('messages', 'are no list');
  return {
    stream: typeof stream === 'boolean' ? stream : undefined,
    metadata: readMetadata(metadata),
    // https://platform.openai.com/docs/api-reference/chat/create#chat-create-user, as a number, too.
    user: readString(user),
    turnstileToken: turnstileToken === undefined ? undefined : readProof(turnstileToken),
    ...readMessages(said, maySendSystem),
  };
}

function readQuestion(value: unknown = '', path: string): string {
  return atMost(limits.MAX_MESSAGE_CHARACTERS, readText(value, path).trim(), path);
}

/** Of a bot check that the visitor has just passed. */
function readProof(value: unknown): string {
  return atMost(MAX_TOKEN_CHARACTERS, readText(value, 'turnstileToken'), 'turnstileToken');
}

function readMetadata(value: unknown): ChatInput['metadata'] {
  if (!isObject(value)) throw badInput('metadata', 'is no object');
  const texts = Object.entries(value).map(([name, text]) => [name, readText(text, `metadata.${name}`)]);
  if (bytesOf(JSON.stringify(value)) > limits.MAX_METADATA_BYTES)
    throw new ChatError('too-large', 'metadata: is too large');
  return Object.fromEntries(texts);
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
    const { role, content } = readMessage(said[index], at);
    if (role === 'system' || role === 'developer' || content === '') continue;
    const text = messages.length === 0 ? readQuestion(content, at) : content.slice(0, LONGEST[role]);
    bytes += bytesOf(text);
    if (messages.length === limits.MAX_MESSAGES || bytes > limits.MAX_CONVERSATION_BYTES) break;
    messages.unshift({ role, content: text });
  }
  if (messages.at(-1)?.role !== 'user') throw badInput('messages', 'do not end with one of the user');
  let omitted = said.slice(0, index + 1).filter((message) => !isSystem(message)).length;
  for (; omitted > 0 && messages[0]?.role === 'assistant'; omitted += 1) messages.shift();
  return { messages, omitted, system };
}

function readMessage(message: unknown, path: string) {
  const { role, content, parts = '' } = readObject(message);
  const known = ROLES.find((name) => name === role);
  if (!known) throw badInput(`${path}.role`, 'must be user or assistant');
  const hasContent = content !== undefined && content !== null;
  const text = hasContent ? readContent(content, `${path}.content`) : readContent(parts, `${path}.parts`);
  if (known === 'user' && text.trim() === '') throw badInput(path, 'is empty');
  return { role: known, content: text.trim() };
}

/** A text, or that of all parts that are text. */
function readContent(content: unknown, path: string): string {
  if (!Array.isArray(content)) return readText(content, path);
  const texts = content.map((part, index) => {
    const { type, text = '' } = readObject(part);
    return readText(type, `${path}.${index}.type`) === 'text' ? readText(text, `${path}.${index}.text`) : '';
  });
  return texts.join('');
}

function readSystem(said: readonly unknown[], maySendSystem: boolean): string {
  const first = said.findIndex(isSystem);
  // A client's `system` turn is an attack on the prompt: refused, so that nobody believes it worked.
  if (first !== -1 && !maySendSystem)
    throw badInput(`messages.${first}.role`, 'must be user or assistant, not system');
  const texts = said.filter(isSystem).map((message) => readMessage(message, 'messages').content);
  return atMost(limits.MAX_CONVERSATION_BYTES, texts.join('\n\n'), 'messages');
}

function isSystem(message: unknown): boolean {
  const { role } = readObject(message);
  return role === 'system' || role === 'developer';
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
