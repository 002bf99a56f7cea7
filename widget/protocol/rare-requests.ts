import type { WireMessage } from './chat-message.ts';
import type { RequestContext, RequestFormat } from './request-format.ts';

/** The header that names the version of A2A. */
export const A2A_VERSION = 'A2A-Version';

/** Writes the body of a request, like `formatRequest`. */
type Write = (
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Record<string, unknown>;

/** The formats that few pages use. Their code loads with the first question. */
export const RARE_REQUESTS: Readonly<Partial<Record<RequestFormat, Write>>> = {
  a2a: formatA2a,
  'ag-ui': formatAgUi,
  'openai-responses': (messages, extraBody) => ({ ...extraBody, input: messages, stream: true }),
  prompt: (messages, extraBody) => ({ ...extraBody, prompt: lastQuestion(messages) }),
  query: (messages, extraBody) => ({ ...extraBody, query: lastQuestion(messages) }),
  // https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-langchain.chattrigger/
  n8n: (messages, extraBody, { sessionId = '' }) => ({
    ...extraBody,
    action: 'sendMessage',
    chatInput: lastQuestion(messages),
    sessionId,
  }),
  dify: formatDify,
  chatkit: formatChatKit,
};

/** The version of A2A that the page's headers name. */
export function readA2aVersion(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === A2A_VERSION.toLowerCase())?.[1];
}

/** https://a2a-protocol.org: version 1.0 renamed methods, roles and parts. `metadata` belongs into `params`. */
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

/** `RunAgentInput` in `@ag-ui/core` 1.0.0. Older servers require all of its fields. */
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

/**
 * https://docs.dify.ai/api-reference/chat/send-chat-message: Dify itself creates the `conversation_id`; it is empty in a new
 * conversation.
 */
function formatDify(
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>>,
  { sessionId = '', threadId = '' }: RequestContext,
): Record<string, unknown> {
  const query = lastQuestion(messages);
  // Defaults that the page may replace: its user's name, and the inputs of its app.
  const defaults = { inputs: {}, user: sessionId };
  return { ...defaults, ...extraBody, query, response_mode: 'streaming', conversation_id: threadId };
}

/** `ThreadsCreateReq` and `ThreadsAddUserMessageReq` in openai/chatkit-python, `chatkit/types.py`. */
function formatChatKit(
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>>,
  { threadId }: RequestContext,
): Record<string, unknown> {
  const content = [{ type: 'input_text', text: lastQuestion(messages) }];
  const input = { content, attachments: [], quoted_text: null, inference_options: {} };
  const params = threadId === undefined ? { input } : { thread_id: threadId, input };
  return {
    ...extraBody,
    type: threadId === undefined ? 'threads.create' : 'threads.add_user_message',
    params,
  };
}

/** The text of the newest question. */
function lastQuestion(messages: readonly WireMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}
