import {
  ChatError,
  codeOfForeignStatus,
  MAX_FACT_CHARACTERS,
  type ChatErrorCode,
} from '../protocol/chat-error.ts';
import { readOwnError } from '../protocol/dialects/own.ts';
import { loadFormats, tryToLoad } from './formats.ts';
import { bodyOf, readBytes } from './read-bytes.ts';
import { readRetryAfter } from './retry-after.ts';
import { type JsonObject, parseJson, readObject } from '../protocol/json.ts';
import type { ErrorDetails } from '../protocol/dialects/error.ts';

/** For so long an error of another backend waits for the code that reads its words. */
const CODE_TIMEOUT_MS = 3_000;

/** Bytes of an error body that are read. */
const MAX_ERROR_BODY_BYTES = 65_536;

/**
 * The error for a response with a bad status. Its code is the one in the JSON body, else the one for the status.
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
  const { status, headers } = response;
  const text = await readText(bodyOf(response), signal);
  const json = readObject(parseJson(text));
  const {
    code,
    message = 'an error without a message',
    retryAfter,
  } = readOwnError(json) ?? (await describe(json, signal));
  return new ChatError(codeOf(status, code), `got status ${status}: ${message}`, {
    retryAfter: retryAfter ?? readRetryAfter(headers.get('retry-after'), now),
    facts: {
      status,
      contentType: headers.get('content-type') ?? '',
      text: text.slice(0, MAX_FACT_CHARACTERS),
      // CORS may hide the header; Cloudflare's challenge page has this title.
      isChallenge: headers.get('cf-mitigated') === 'challenge' || /<title>Just a moment/.test(text),
    },
  });
}

/** Reads an error in the words of another backend. Without the code for that, or where it hangs, the status alone decides. */
async function describe(json: JsonObject, signal: AbortSignal): Promise<Partial<ErrorDetails>> {
  if (Object.keys(json).length === 0) return {};
  const formats = await tryToLoad(loadFormats, signal, CODE_TIMEOUT_MS);
  return formats?.describeError(json) ?? {};
}

/** A response without a status of its own (opaque) or with a redirect that nobody followed is no answer at all. */
function codeOf(status: number, code: ChatErrorCode | undefined): ChatErrorCode {
  if (status < 400) return 'bad-response';
  return code ?? codeOfForeignStatus(status);
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
