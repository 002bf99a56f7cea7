import { ChatError } from './chat-error.ts';
import type { WireMessage } from './chat-message.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';

/** How the transcript is written into the JSON body; see `formatRequest`. */
export const REQUEST_FORMATS = [
  'messages',
  'openai',
  'openai-responses',
  'prompt',
  'query',
  'ui-message',
  'ag-ui',
  'n8n',
  'dify',
  'chatkit',
  'a2a',
] as const;

export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** What a body may say besides the messages. */
export interface RequestContext {
  /** Names the conversation. */
  readonly sessionId?: string;
  /** Names the question: the same in each try. */
  readonly key?: string | undefined;
  /** Names the conversation to a backend that has given it a name of its own. */
  readonly threadId?: string | undefined;
  /** Of the request. */
  readonly headers?: Readonly<Record<string, string>>;
}

const A2A_VERSION = 'A2A-Version';

/** Formats whose code comes with the first question, since few pages have one. */
export type RareFormat = 'a2a' | 'ag-ui' | 'openai-responses' | 'dify' | 'chatkit';

const RARE: ReadonlySet<string> = new Set<RareFormat>([
  'a2a',
  'ag-ui',
  'openai-responses',
  'dify',
  'chatkit',
]);

/** Whether the code of a format comes with the first question. */
export function isRareFormat(format: RequestFormat): format is RareFormat {
  return RARE.has(format);
}

/**
 * Whether questions of a format can have files.
 *
 * @example
 * acceptsFiles('openai'); // true
 * acceptsFiles('prompt'); // false
 */
export function acceptsFiles(format: RequestFormat): boolean {
  return format !== 'prompt' && format !== 'query';
}

/**
 * The headers of a request: those of the page, and what a format needs. `a2a` names the version of its body; a page that sets
 * `A2A-Version: 0.3` gets the body of that version.
 *
 * @example
 * formatHeaders('a2a', { 'x-tenant': 'shop' }); // { 'A2A-Version': '1.0', 'x-tenant': 'shop' }
 */
export function formatHeaders(
  format: RequestFormat,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const isNamed = readA2aVersion(headers) !== undefined;
  return { ...(format === 'a2a' && !isNamed && { [A2A_VERSION]: '1.0' }), ...headers };
}

/**
 * The keys that a `request-body` setting adds to the body. Throws ChatError `not-configured` where it is no JSON object.
 *
 * @example
 * readRequestBody('{"model":"gpt-5-mini"}'); // { model: 'gpt-5-mini' }
 * readRequestBody(''); // {}
 */
export function readRequestBody(text: string): JsonObject {
  const body = text.trim() === '' ? {} : parseJson(text);
  if (isObject(body)) return body;
  const message = `request-body="${text}" is no JSON object`;
  throw new ChatError('not-configured', message, { facts: { setting: 'request-body' } });
}

/** The version of A2A that headers name. */
export function readA2aVersion(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === A2A_VERSION.toLowerCase())?.[1];
}

/** As `formatRequest`, in the formats whose code is here. */
export function formatPlainRequest(
  format: Exclude<RequestFormat, RareFormat>,
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Record<string, unknown> {
  return { ...extraBody, ...formatTranscript(format, messages, context) };
}

function formatTranscript(
  format: Exclude<RequestFormat, RareFormat>,
  messages: readonly WireMessage[],
  { sessionId = '', key }: RequestContext,
): Record<string, unknown> {
  switch (format) {
    case 'openai':
      return { messages, stream: true };
    case 'prompt':
      return { prompt: lastQuestion(messages) };
    case 'query':
      return { query: lastQuestion(messages) };
    case 'ui-message':
      return { id: sessionId, messages: messages.map(toUiMessage), trigger: 'submit-message' };
    // https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-langchain.chattrigger/
    case 'n8n':
      return { action: 'sendMessage', chatInput: lastQuestion(messages), sessionId };
    // And a format that does not exist, such as `request-format="claude"`.
    default:
      return { messages, ...(key !== undefined && { key }) };
  }
}

/** The text of the newest question. */
export function lastQuestion(messages: readonly WireMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/transport: ids only need to be unique within the request. */
function toUiMessage({ role, content }: WireMessage, index: number): Record<string, unknown> {
  return { id: `message-${index + 1}`, role, parts: [{ type: 'text', text: content }] };
}
