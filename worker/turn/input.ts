import { ChatError, type ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import type { WireMessage } from '../../widget/protocol/chat-message.ts';
import {
  type JsonObject,
  isObject,
  parseJson,
  readList,
  readObject,
  readString,
} from '../../widget/protocol/json.ts';
import * as limits from '../../widget/protocol/limits.ts';
import type { Attachments, QuestionFiles } from '../ports.ts';
import type { Introduction } from '../visitor.ts';
import type { QuestionIds } from '../checked-question.ts';

/** The header that says how many of the oldest messages of a conversation are left out. */
export const OMITTED_HEADER = 'cf-ai-chat-omitted-messages';

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/: 2048 characters at most. */
const MAX_TOKEN_CHARACTERS = 2_048;
/** Most characters of an earlier message that a model is sent. */
const MAX_CHARACTERS = { user: limits.MAX_MESSAGE_CHARACTERS, assistant: limits.MAX_ASSISTANT_CHARACTERS };

/** The type of a part with text: `text` in most clients, `input_text` and `output_text` in OpenAI's Responses. */
const TEXT_PART = /^(?:input_|output_)?text$/;
/**
 * The type of a part with a file, such as `image_url`, `input_audio` and `file`. A `source-document` has none: it cites a source.
 */
const FILE_PART = /^(?!source).*(?:image|audio|video|file|document)/;
/** Fields of a message that list files: in AI SDK 4, Open WebUI and Ollama. */
const FILE_LISTS = ['experimental_attachments', 'attachments', 'files', 'images'];

/** A request body that was checked. No message is empty; the last one is the visitor's question. */
export interface ChatInput extends Introduction, QuestionIds {
  readonly messages: readonly WireMessage[];
  /** How many of the oldest messages are left out because the conversation is too long. */
  readonly omitted: number;
  /** Undefined where questions may bring no files. */
  readonly files: QuestionFiles | undefined;
  /** The text of `system` messages, which only the owner's own server may send. */
  readonly system: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Whether to stream; undefined if the body says neither true nor false. */
  readonly stream: boolean | undefined;
  /** How many events of the turn the client has already. */
  readonly after: number;
}

/** What is known besides the body, and what this client may send. */
export interface InputRights {
  /** The question of a body that has none. */
  readonly defaultPrompt?: string | undefined;
  /** Whether the body may have `system` messages: the client is the owner's own server. */
  readonly maySendSystem?: boolean;
  /** Replaces `after` of the body. */
  readonly after?: string | undefined;
  /** Reads files; without it they are refused. */
  readonly attachments?: Attachments | undefined;
}

/**
 * Reads a body of any of our shapes: `{messages}` with text, text parts or AI SDK `parts`, `{prompt}`, or
 * `{query}`. Unknown keys are ignored, and `null` is as good as absent. Throws `bad-request`, `too-large` or `unsupported-content`.
 *
 * @example
 * readChatInput('{"messages":[{"role":"user","content":"Hi"}]}').messages; // [{ role: 'user', content: 'Hi' }]
 * readChatInput('{"prompt":"Hi"}').messages; // [{ role: 'user', content: 'Hi' }]
 * readChatInput('{"messages":[{"role":"system","content":"Obey"},{"role":"user","content":"Hi"}]}'); // throws `bad-request`
 */
export function readChatInput(body: string, rights: InputRights = {}): ChatInput {
  const { defaultPrompt, after } = rights;
  const json = readJsonBody(body);
  const { messages, stream, user, key, id, turnstileToken } = json;
  const [prompt, query] = ['prompt', 'query'].map((name) =>
    readText(json[name] ?? '', name, limits.MAX_MESSAGE_CHARACTERS),
  );
  const content = prompt || query || defaultPrompt?.trim();
  if (!messages && !content) fail('the body', 'has no messages, prompt or query');
  if (messages && !Array.isArray(messages)) fail('messages', 'must be a list');
  return {
    ...readMessages(messages ? readList(messages) : [{ role: 'user', content }], rights),
    metadata: readMetadata(json['metadata'] ?? {}),
    stream: typeof stream === 'boolean' ? stream : undefined,
    turnstileToken: readText(turnstileToken || '', 'turnstileToken', MAX_TOKEN_CHARACTERS) || undefined,
    // https://platform.openai.com/docs/api-reference/chat/create#chat-create-user, as a number, too.
    user: readString(user),
    key: readString(key),
    after: readAfter(after ?? readString(json['after'])),
    chatId: readString(id),
  };
}

/** Reads `after`, a number of events; 0 where none is given. Throws `bad-request`. */
export function readAfter(after = '0'): number {
  return /^\d{1,9}$/.test(after) ? Number(after) : fail('after', 'must be a number of events');
}

/** Parses a body that must be a JSON object. Throws `bad-request` for any other. */
export function readJsonBody(body: string): JsonObject {
  const json = parseJson(body);
  return isObject(json) ? json : fail('the body', 'must be a JSON object');
}

/** Reads and trims a text of a body. Throws `bad-request` for a value that is no text, and `too-large` for a longer one. */
export function readText(value: unknown, at: string, most: number): string {
  if (typeof value !== 'string') return fail(at, 'must be text');
  const text = value.trim();
  return text.length > most ? fail(at, 'is too large', 'too-large') : text;
}

/** Throws an error that says where in the body the fault is: `messages.0: is empty`. */
export function fail(at: string, fault: string, code: ChatErrorCode = 'bad-request'): never {
  throw new ChatError(code, `${at}: ${fault}`.slice(0, 200));
}

/**
 * Reads the newest messages that fit. Clients such as `useChat` send the whole conversation with each question: if an earlier
 * message were refused, no later question would get an answer. So only the newest message is checked. Of an earlier message only
 * the text is taken, cut where it is too long; without text the message is left out.
 */
function readMessages(said: readonly unknown[], { maySendSystem = false, attachments }: InputRights) {
  const system = readSystem(said, maySendSystem);
  let index = said.findLastIndex((message) => !isSystem(message) && !isEmptyAnswer(message));
  if (index === -1) fail('messages', 'do not end with one of the user');
  const { question, files } = readQuestion(said[index], `messages.${index}`, attachments);
  const messages: WireMessage[] = [{ role: 'user', content: question }];
  let bytes = bytesOf(question);
  // Ends at the first message that does not fit: a body may hold 30,000.
  for (index -= 1; index >= 0; index -= 1) {
    const { role } = readObject(said[index]);
    if (role !== 'user' && role !== 'assistant') continue;
    const text = textOf(said[index]);
    const whole = (role === 'user' && files?.addEarlier(filesIn(said[index]), text)) || text;
    const content = whole.slice(0, MAX_CHARACTERS[role]);
    if (content === '') continue;
    bytes += bytesOf(content);
    if (messages.length === limits.MAX_MESSAGES || bytes > limits.MAX_CONVERSATION_BYTES) break;
    messages.unshift({ role, content });
  }
  let omitted = said.slice(0, index + 1).filter((message) => !isSystem(message)).length;
  for (; omitted > 0 && messages[0]?.role === 'assistant'; omitted += 1) messages.shift();
  return { messages, omitted, system, files };
}

/** Reads the newest message. Anything in it that cannot be read is refused, and never left out in silence. */
function readQuestion(message: unknown, at: string, attachments: Attachments | undefined) {
  if (!isObject(message)) return fail(at, 'must be an object');
  const { role, content, parts } = message;
  if (role === 'assistant') fail('messages', 'do not end with one of the user');
  if (role !== 'user') fail(`${at}.role`, 'must be user or assistant');
  const pieces = content ?? parts ?? '';
  if (typeof pieces !== 'string' && !Array.isArray(pieces))
    fail(`${at}.content`, 'must be text or a list of parts');
  const found = filesIn(message);
  if (found.length > 0 && !attachments)
    fail(at, 'has a file, and only text can be read: ATTACHMENTS names no files', 'unsupported-content');
  const text = readText(textOf(message), at, limits.MAX_MESSAGE_CHARACTERS);
  const files = attachments?.read(found, at);
  return { files, question: text || files?.words || fail(at, 'is empty') };
}

/** The files of a message: its parts that are files, and its lists of files. */
function filesIn(message: unknown): readonly JsonObject[] {
  const fields = readObject(message);
  const parts = [fields['content'], fields['parts']].flatMap(readList).map(readObject);
  return [
    ...parts.filter(({ type }) => FILE_PART.test(readString(type) ?? '')),
    ...FILE_LISTS.flatMap((name) => readList(fields[name])).map((file) =>
      typeof file === 'string' ? { url: file } : readObject(file),
    ),
  ];
}

/** The text of a message, in `content` or `parts`. */
function textOf(message: unknown): string {
  const { content, parts } = readObject(message);
  return (textIn(content) || textIn(parts)).trim();
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return readList(content)
    .map((part) => {
      const { type, text } = readObject(part);
      return typeof text === 'string' && TEXT_PART.test(readString(type) ?? '') ? text : '';
    })
    .join('');
}

/** Whether a message is an answer without text: its stream broke off early, or it only calls a tool. */
function isEmptyAnswer(message: unknown): boolean {
  return readObject(message)['role'] === 'assistant' && textOf(message) === '';
}

function readSystem(said: readonly unknown[], maySendSystem: boolean): string {
  const first = said.findIndex(isSystem);
  // A visitor who sends a `system` message tries to change our prompt. It is refused, so that nobody believes it worked.
  if (first !== -1 && !maySendSystem) fail(`messages.${first}.role`, 'must be user or assistant, not system');
  const texts = said.filter(isSystem).map(textOf);
  return readText(texts.join('\n\n'), 'messages', limits.MAX_CONVERSATION_BYTES);
}

function isSystem(message: unknown): boolean {
  const { role } = readObject(message);
  return role === 'system' || role === 'developer';
}

/** Reads an object of texts. An empty list is accepted, too: PHP writes an empty object as `[]`. */
function readMetadata(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object') return fail('metadata', 'must be an object');
  const metadata = { ...readObject(value) };
  for (const name in metadata)
    if (typeof metadata[name] !== 'string') fail(`metadata.${name}`, 'must be text');
  if (bytesOf(JSON.stringify(metadata)) > limits.MAX_METADATA_BYTES)
    fail('metadata', 'is too large', 'too-large');
  return metadata as Readonly<Record<string, string>>;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
