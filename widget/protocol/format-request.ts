import type { WireMessage } from './chat-message.ts';
import { A2A_VERSION, RARE_REQUESTS, readA2aVersion } from './rare-requests.ts';
import { formatPlainRequest, type RequestContext, type RequestFormat } from './request-format.ts';

/**
 * The JSON body of a request:
 * - `messages`: `{messages: [{role, content}], key}`; the `key` of the question is also in the body, because CORS may forbid
 * the header
 * - `openai`: the same with `stream: true`
 * - `prompt`, `query`: the newest question alone, under that key
 * - `ui-message`: messages with text parts and the conversation's `id`, as the AI SDK's chat transport posts them
 * - `ag-ui`: `RunAgentInput` of AG-UI 1.0, with the conversation as its `threadId`
 * - `n8n`: the newest question as `chatInput`, with the `sessionId` under which n8n remembers the conversation
 * - `openai-responses`: `{input, stream: true}` of OpenAI's Responses API
 * - `dify`: the newest question as `query`, with the `conversation_id` of Dify's first answer
 * - `chatkit`: `threads.create`; once a thread exists, `threads.add_user_message`
 * - `a2a`: JSON-RPC 2.0 with the newest question as `params.message`, and the conversation as its `contextId`
 *
 * The keys of `extraBody` are added. They cannot replace keys of the format.
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
  context: RequestContext = {},
): Record<string, unknown> {
  const plain = formatPlainRequest(format, messages, extraBody, context);
  if (plain) return plain;
  // An unknown format, such as `request-format="claude"`, is treated as `messages`.
  const write = RARE_REQUESTS[format] ?? (() => formatRequest('messages', messages, extraBody, context));
  return write(messages, extraBody, context);
}

/**
 * The headers of a request: those of the page and those that the format needs. `a2a` adds the version of its body. A page that
 * sets `A2A-Version: 0.3` gets the body of that version.
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
