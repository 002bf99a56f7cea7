import { createId } from '../../conversation/create-id.ts';
import { formatPlainRequest, readRequestBody } from '../../protocol/request-format.ts';
import { ChatError } from '../../protocol/chat-error.ts';
import { nameAgent, readEndpoint } from '../../protocol/endpoint.ts';
import type { WireMessage } from '../../protocol/chat-message.ts';
import type { JsonObject } from '../../protocol/json.ts';
import { isSocketUrl, type Address, type ChatRequest } from '../../protocol/transport.ts';
import { toConnectionError } from '../../transport/connection-error.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { resolveSetting } from '../element/resolvable.ts';
import { CfAiChatRequestEvent } from '../element/events.ts';

/** Options of a request besides the element's settings and the messages. */
export interface RequestExtras {
  /** The same while the conversation goes on, and after a reload. Default: a new one. */
  readonly conversationId?: string | undefined;
  /** Names the question: the same in each try. */
  readonly key?: string | undefined;
  /** Names the conversation to a backend that has given it a name of its own. */
  readonly threadId?: string | undefined;
  /** Aborted when nobody wants the answer. */
  readonly signal?: AbortSignal;
  /** Adds what `page-context` names to the owner's own keys of the body. */
  readonly addContext?: (body: JsonObject) => Promise<JsonObject>;
  /** Adds the tools of the page, and what was answered where an answer goes on. */
  readonly complete?: ((request: ChatRequest) => Promise<ChatRequest>) | undefined;
}

/** Makes the request of one turn from the element's settings and lets the page change it. Null when the page cancelled it. */
export async function buildRequest(
  host: ChatHost,
  messages: readonly WireMessage[],
  { conversationId = createId(), key, threadId, signal, addContext, complete }: RequestExtras = {},
): Promise<ChatRequest | null> {
  // The panel asks for consent before a question; the doctor does not.
  if (!host.storage.isAllowed) return null;
  // Never the page's own address, which an empty endpoint would resolve to.
  if (!host.hasBackend)
    throw new ChatError('not-configured', 'expected an endpoint or a transport, got neither');
  const added = readRequestBody(host.requestBody);
  const [address, resolved] = await Promise.all([addressOf(host), resolveSetting(host, 'body')]);
  const own = { ...added, ...resolved };
  const body = (await addContext?.(own)) ?? own;
  const isSocket = isSocketUrl(address.url);
  const format = isSocket ? 'ui-message' : host.requestFormat;
  const context = { sessionId: conversationId, key, threadId, headers: address.headers };
  const write = async (texts: readonly WireMessage[]): Promise<ChatRequest> => {
    const url = isSocket ? nameAgent(address.url, conversationId) : address.url;
    const written = formatPlainRequest(format, texts, body, context);
    if (written) return { ...address, url, body: written, messages: texts };
    const { formatHeaders, formatRequest } = await load(import('../../protocol/format-request.ts'));
    const headers = formatHeaders(format, address.headers);
    return { ...address, url, headers, body: formatRequest(format, texts, body, context), messages: texts };
  };
  const plain = messages.some(({ files }) => files)
    ? await (
        await load(import('../../attachments/with-files.ts'))
      ).requestWithFiles(host, messages, write, signal)
    : await write(messages);
  const request = (await complete?.(plain)) ?? plain;
  if (!host.dispatchEvent(new CfAiChatRequestEvent(request))) return null;
  request.url = new URL(request.url, document.baseURI).href;
  if (isSocket) return { ...request, replayUrl: request.url };
  return format === 'ui-message' ? { ...request, replayUrl: replayUrlOf(request) } : request;
}

/** Code without which nothing is sent. Throws `offline`, after which the question waits, or `blocked`. */
function load<T>(code: Promise<T>): Promise<T> {
  return code.catch((cause: unknown) => {
    throw toConnectionError('the code of the request did not come', cause);
  });
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/chatbot-resume-streams: GET says the same answer again, 204 that there is none. */
function replayUrlOf({ url, body }: ChatRequest): string {
  const replay = new URL(url);
  replay.pathname = `${replay.pathname.replace(/\/$/, '')}/${encodeURIComponent(String(body['id']))}/stream`;
  return replay.href;
}

/** The address of the backend, whole. Throws ChatError `not-configured` where the setting is no address. */
function endpointOf({ endpoint, requestFormat }: ChatHost): string {
  const url = readEndpoint(endpoint, document.baseURI, requestFormat);
  if (url) return url.href;
  const facts = { setting: 'endpoint' };
  throw new ChatError('not-configured', `endpoint="${endpoint}" is no address`, { facts });
}

/** Where the element's settings say that the backend is. */
export async function addressOf(host: ChatHost): Promise<Address> {
  const [headers, credentials] = await Promise.all([
    resolveSetting(host, 'headers'),
    resolveSetting(host, 'credentials'),
  ]);
  return {
    url: endpointOf(host),
    headers: headers ?? {},
    credentials: credentials ?? 'same-origin',
  };
}
