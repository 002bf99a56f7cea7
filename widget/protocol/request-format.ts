import { ChatError } from './chat-error.ts';
import type { WireMessage } from './chat-message.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';

/** How the transcript is written into the JSON body; see {@link formatRequest}. */
export const REQUEST_FORMATS = [
  'messages',
  'openai',
  'prompt',
  'query',
  'ui-message',
  'ag-ui',
  'n8n',
  'a2a',
] as const;

export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** What a body may say besides the messages. */
export interface RequestContext {
  /** Names the conversation. */
  readonly sessionId?: string;
  /** Names the question: the same in each try. */
  readonly key?: string | undefined;
  /** Of the request. */
  readonly headers?: Readonly<Record<string, string>>;
}

const A2A_VERSION = 'A2A-Version';

/**
 * The JSON body of a request:
 * - `messages`: `{messages: [{role, content}], key}`; the `key` names the question, where CORS may refuse the header
 * - `openai`: the same with `stream: true`
 * - `prompt`, `query`: the newest question alone, under that key
 * - `ui-message`: messages with text parts and the conversation's `id`, as the AI SDK's chat transport posts them
 * - `ag-ui`: `RunAgentInput` of AG-UI 1.0, with the conversation as its `threadId`
 * - `n8n`: the newest question as `chatInput`, with the `sessionId` under which n8n remembers the conversation
 * - `a2a`: JSON-RPC 2.0 with the newest question as `params.message`, and the conversation as its `contextId`
 *
 * `extraBody` is laid under it: it adds keys and can never replace those of the format.
 *
 * @example
 * const messages = [{ role: 'user', content: 'Hi' }] as const;
 * formatRequest('openai', messages); // { messages: [{ role: 'user', content: 'Hi' }], stream: true }
 * formatRequest('prompt', messages, { prompt: 'ignored', lang: 'en' }); // { lang: 'en', prompt: 'Hi' }
 */
export function formatRequest(
  format: RequestFormat,
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>> = {},
  { sessionId = '', key, headers = {} }: RequestContext = {},
): Record<string, unknown> {
  if (format === 'a2a') return formatA2a(messages, extraBody, { sessionId, headers });
  if (format === 'ag-ui') return formatAgUi(messages, extraBody, { sessionId, key });
  return { ...extraBody, ...formatTranscript(format, messages, { sessionId, key }) };
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

function readA2aVersion(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === A2A_VERSION.toLowerCase())?.[1];
}

/** https://a2a-protocol.org: methods, roles and parts were renamed in 1.0. `metadata` is a field of the parameters. */
function formatA2a(
  messages: readonly WireMessage[],
  { metadata, ...others }: Readonly<Record<string, unknown>>,
  { sessionId: contextId = '', headers = {} }: RequestContext,
): Record<string, unknown> {
  const isOlder = readA2aVersion(headers)?.startsWith('0.');
  const id = `${contextId}-${messages.length}`;
  const message = {
    ...(isOlder && { kind: 'message' }),
    messageId: id,
    ...(contextId && { contextId }),
    role: isOlder ? 'user' : 'ROLE_USER',
    parts: [{ ...(isOlder && { kind: 'text' }), text: lastQuestion(messages) }],
  };
  const method = isOlder ? 'message/stream' : 'SendStreamingMessage';
  const params = { message, ...(metadata !== undefined && { metadata }) };
  return { ...others, jsonrpc: '2.0', id, method, params };
}

/** `RunAgentInput` in `@ag-ui/core` 1.0.0; older servers want all of its fields. */
function formatAgUi(
  messages: readonly WireMessage[],
  { metadata, ...others }: Readonly<Record<string, unknown>>,
  { sessionId = '', key = `${sessionId}-${messages.length}` }: RequestContext,
): Record<string, unknown> {
  return {
    ...others,
    state: {},
    tools: [],
    context: [],
    forwardedProps: { ...(metadata !== undefined && { metadata }) },
    threadId: sessionId,
    runId: key,
    messages: messages.map((message, index) => ({ id: `message-${index + 1}`, ...message })),
  };
}

function formatTranscript(
  format: Exclude<RequestFormat, 'a2a' | 'ag-ui'>,
  messages: readonly WireMessage[],
  { sessionId, key }: Pick<RequestContext, 'sessionId' | 'key'>,
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

function lastQuestion(messages: readonly WireMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/transport: ids only need to be unique within the request. */
function toUiMessage({ role, content }: WireMessage, index: number): Record<string, unknown> {
  return { id: `message-${index + 1}`, role, parts: [{ type: 'text', text: content }] };
}
