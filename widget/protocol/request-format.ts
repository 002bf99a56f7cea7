import type { WireMessage } from './chat-message.ts';

/** How the transcript is written into the JSON body; see {@link formatRequest}. */
export const REQUEST_FORMATS = ['messages', 'openai', 'prompt', 'query', 'ui-message', 'n8n'] as const;

export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/**
 * The JSON body of a request:
 * - `messages`: `{messages: [{role, content}]}`
 * - `openai`: the same with `stream: true`
 * - `prompt`, `query`: the newest question alone, under that key
 * - `ui-message`: messages with text parts and the conversation's `id`, as the AI SDK's chat transport posts them
 * - `n8n`: the newest question as `chatInput`, with the `sessionId` under which n8n remembers the conversation
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
  sessionId = '',
): Record<string, unknown> {
  return { ...extraBody, ...formatTranscript(format, messages, sessionId) };
}

function formatTranscript(
  format: RequestFormat,
  messages: readonly WireMessage[],
  sessionId: string,
): Record<string, unknown> {
  switch (format) {
    case 'messages':
      return { messages };
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
  }
}

function lastQuestion(messages: readonly WireMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/transport: ids only need to be unique within the request. */
function toUiMessage({ role, content }: WireMessage, index: number): Record<string, unknown> {
  return { id: `message-${index + 1}`, role, parts: [{ type: 'text', text: content }] };
}
