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

/** As `formatRequest`, in the formats of most pages; undefined for any other, whose code comes with the first question. */
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

/** https://ai-sdk.dev/docs/ai-sdk-ui/transport: ids only need to be unique within the request. */
function toUiMessage({ role, content }: WireMessage, index: number): Record<string, unknown> {
  return { id: `message-${index + 1}`, role, parts: [{ type: 'text', text: content }] };
}
