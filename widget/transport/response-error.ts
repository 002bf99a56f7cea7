import { ChatError, codeOfStatus, type ChatErrorCode } from '../protocol/chat-error.ts';
import { describeError } from '../protocol/dialects/error.ts';
import { bodyOf, readBytes } from './read-bytes.ts';
import { readRetryAfter } from './retry-after.ts';
import { parseJson, readObject } from '../protocol/json.ts';

/** How much of an error body is read. */
const MAX_ERROR_BODY_BYTES = 65_536;

/**
 * The error that a response with a bad status means: the code its JSON body names, else that of the status.
 * @param now milliseconds since the epoch, for a `Retry-After` that is a date
 *
 * @example
 * const response = new Response('{"code":"quota-exceeded"}', { status: 429, headers: { 'retry-after': '60' } });
 * const error = await toResponseError(response, signal, Date.now());
 * error.code; // 'quota-exceeded'
 * error.retryAfter; // 60
 */
export async function toResponseError(
  response: Response,
  signal: AbortSignal,
  now: number,
): Promise<ChatError> {
  const { code, message, retryAfter } = describeError(
    readObject(parseJson(await readText(bodyOf(response), signal))),
  );
  return new ChatError(code ?? codeOfResponse(response), `got status ${response.status}: ${message}`, {
    retryAfter: retryAfter ?? readRetryAfter(response.headers.get('retry-after'), now),
  });
}

/** A response without a status of its own (opaque) or with a redirect that nobody followed is no answer at all. */
function codeOfResponse({ status }: Response): ChatErrorCode {
  return status < 400 ? 'bad-response' : codeOfStatus(status);
}

async function readText(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of readBytes(body, signal)) {
    text += decoder.decode(chunk.subarray(0, MAX_ERROR_BODY_BYTES - bytes), { stream: true });
    bytes += chunk.length;
    if (bytes >= MAX_ERROR_BODY_BYTES) break;
  }
  return text;
}
