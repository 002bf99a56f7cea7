import { ChatError } from './chat-error.ts';
import type { WireMessage } from './chat-message.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';

/** The formats in which the conversation is written into the JSON body; see `formatRequest`. */
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

/** Facts besides the messages that a body may contain. */
export interface RequestContext {
  /** Id of the conversation. */
  readonly sessionId?: string;
  /** Id of the question, the same in each attempt to send it. */
  readonly key?: string | undefined;
  /** The backend's own id of the conversation, if it has given one. */
  readonly threadId?: string | undefined;
  /** Headers of the request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Whether questions in a format may have files.
 *
 * @example
 * acceptsFiles('openai'); // true
 * acceptsFiles('prompt'); // false
 */
export function acceptsFiles(format: RequestFormat): boolean {
  return format !== 'prompt' && format !== 'query';
}

/**
 * The keys that a `request-body` setting adds to the body. Throws ChatError `not-configured` where the setting is no JSON
 * object.
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

/** The body in a format that most pages use; undefined for any other format, whose code loads with the first question. */
export function formatPlainRequest(
  format: RequestFormat,
  messages: readonly WireMessage[],
  extraBody: Readonly<Record<string, unknown>>,
  { sessionId = '', key }: RequestContext,
): Record<string, unknown> | undefined {
  switch (format) {
    case 'messages':
      return { ...extraBody, messages, ...(key !== undefined && { key }) };
    case 'openai':
      return { ...extraBody, messages, stream: true };
    case 'ui-message':
      return { ...extraBody, id: sessionId, messages: messages.map(toUiMessage), trigger: 'submit-message' };
    default:
      return undefined;
  }
}

/** A message in the form of https://ai-sdk.dev/docs/ai-sdk-ui/transport: ids only need to be unique within the request. */
function toUiMessage({ role, content }: WireMessage, index: number): Record<string, unknown> {
  return { id: `message-${index + 1}`, role, parts: [{ type: 'text', text: content }] };
}
