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

/** Parts of a request that come neither from the element's settings nor from the messages. */
export interface RequestExtras {
  /** Stays the same during the conversation, also after a reload. Default: a new id. */
  readonly conversationId?: string | undefined;
  /** Id of the question, the same in each attempt. */
  readonly key?: string | undefined;
  /** The backend's own id of the conversation, if it has given one. */
  readonly threadId?: string | undefined;
  /** Aborted when the answer is not wanted any more. */
  readonly signal?: AbortSignal;
  /** Adds the page facts that `page-context` names to the owner's keys of the body. */
  readonly addContext?: (body: JsonObject) => Promise<JsonObject>;
  /** Adds the page's tools, and the answers to interrupts where an answer is continued. */
  readonly complete?: ((request: ChatRequest) => Promise<ChatRequest>) | undefined;
}

/** Builds the request of one turn from the element's settings, then lets the page change it. Null when the page cancels it. */
export async function buildRequest(
  host: ChatHost,
  messages: readonly WireMessage[],
  { conversationId = createId(), key, threadId, signal, addContext, complete }: RequestExtras = {},
): Promise<ChatRequest | null> {
  // For the doctor: a panel has asked for consent before it gets here.
  if (!host.storage.isAllowed) return null;
  // An empty endpoint must not resolve to the page's own address.
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
    const { formatHeaders, formatRequest } = await loadRequestCode(
      import('../../protocol/format-request.ts'),
    );
    const headers = formatHeaders(format, address.headers);
    return { ...address, url, headers, body: formatRequest(format, texts, body, context), messages: texts };
  };
  const plain = messages.some(({ files }) => files)
    ? await (
        await loadRequestCode(import('../../attachments/with-files.ts'))
      ).requestWithFiles(host, messages, write, signal)
    : await write(messages);
  const request = (await complete?.(plain)) ?? plain;
  if (!host.dispatchEvent(new CfAiChatRequestEvent(request))) return null;
  request.url = new URL(request.url, document.baseURI).href;
  if (isSocket) return { ...request, replayUrl: request.url };
  return format === 'ui-message' ? { ...request, replayUrl: replayUrlOf(request) } : request;
}

/** Waits for code without which nothing can be sent. Throws `offline`, so that the question waits, or `blocked`. */
function loadRequestCode<T>(code: Promise<T>): Promise<T> {
  return code.catch((cause: unknown) => {
    throw toConnectionError('the code of the request did not come', cause);
  });
}

/** https://ai-sdk.dev/docs/ai-sdk-ui/chatbot-resume-streams: a GET returns the same answer again, or 204 where there is none. */
function replayUrlOf({ url, body }: ChatRequest): string {
  const replay = new URL(url);
  replay.pathname = `${replay.pathname.replace(/\/$/, '')}/${encodeURIComponent(String(body['id']))}/stream`;
  return replay.href;
}

/** The backend's absolute address. Throws ChatError `not-configured` where the setting is no valid address. */
function endpointOf({ endpoint, requestFormat }: ChatHost): string {
  const url = readEndpoint(endpoint, document.baseURI, requestFormat);
  if (url) return url.href;
  const facts = { setting: 'endpoint' };
  throw new ChatError('not-configured', `endpoint="${endpoint}" is no address`, { facts });
}

/** The backend's address with headers and credentials, from the element's settings. */
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
