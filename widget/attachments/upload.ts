import { ChatError, type ChatErrorCode, codeOfForeignStatus } from '../protocol/chat-error.ts';
import { type JsonObject, pickString, readObject, readString } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import type { Upload, UploadedFile } from '../protocol/upload.ts';
import { toConnectionError } from '../transport/connection-error.ts';
import type { CarriedFile } from './choose-files.ts';

/** Uploads one file for one request. */
export type UploadFile = (
  carried: CarriedFile,
  request: ChatRequest,
  signal: AbortSignal,
) => Promise<UploadedFile>;

/** The files that this page has uploaded, by the backend and their ids: a question that is asked again has the same. */
const UPLOADED = new Map<string, Promise<UploadedFile>>();

/** Uploads a file, unless this page has. */
export function uploadOnce(
  upload: UploadFile,
  carried: CarriedFile,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { id } = carried.part;
  const key = `${request.url} ${id}`;
  const begin = (): Promise<UploadedFile> => {
    const uploaded = upload(carried, request, signal);
    if (id !== undefined) UPLOADED.set(key, uploaded);
    return uploaded;
  };
  // One that has failed, or was stopped.
  return UPLOADED.get(key)?.catch(begin) ?? begin();
}

/** By the page's own code. Throws ChatError `internal`, which names the setting. */
export function uploadByPage(upload: Upload, progress: (id: string, done: number) => void): UploadFile {
  return async (carried, _request, signal) => {
    const { id = '' } = carried.part;
    try {
      return await upload(toFile(carried), { signal, progress: (done) => progress(id, done) });
    } catch (cause) {
      if (signal.aborted || cause instanceof ChatError) throw cause;
      const facts = { setting: 'upload' };
      throw new ChatError('internal', `upload, set by the page, threw ${String(cause)}`, { cause, facts });
    }
  };
}

/** https://docs.dify.ai/api-reference/files/upload-file: `files/upload` beside the chat's own address. */
export const uploadToDify: UploadFile = async (carried, { url, headers, credentials, body }, signal) => {
  const form = new FormData();
  form.append('file', toFile(carried));
  form.append('user', readString(body['user']) ?? '');
  const init = { method: 'POST', headers: withoutType(headers), credentials, body: form, signal };
  return { id: idOf(await fetchJson(new URL('files/upload', url).href, init)) };
};

/** `AttachmentsCreateReq` in openai/chatkit-python, `chatkit/types.py`; where the bytes go is told by the attachment. */
export const uploadToChatKit: UploadFile = async ({ part, file }, request, signal) => {
  const { url, credentials } = request;
  const params = { name: nameOf(part), size: file.size, mime_type: part.mediaType };
  const created = await fetchJson(url, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    credentials,
    body: JSON.stringify({ type: 'attachments.create', params }),
    signal,
  });
  const descriptor = readObject(created['upload_descriptor']);
  const target = readString(descriptor['url']) ?? readString(created['upload_url']);
  if (target !== undefined) {
    const to = new URL(target, url);
    const isOwn = to.origin === new URL(url).origin;
    await fetchOk(to.href, {
      method: readString(descriptor['method']) ?? 'PUT',
      headers: {
        ...(isOwn && withoutType(request.headers)),
        'content-type': part.mediaType,
        ...(readObject(descriptor['headers']) as Record<string, string>),
      },
      credentials: isOwn ? credentials : 'omit',
      body: file,
      signal,
    });
  }
  return { id: idOf(created) };
};

/** A file as forms and the page's own code take it. */
export function toFile({ part, file }: CarriedFile): File {
  return new File([file], nameOf(part), { type: part.mediaType });
}

/** The name of a file; where it has none, one that says what it is. */
export function nameOf({ name, mediaType }: CarriedFile['part']): string {
  return name || mediaType.replace('/', '.');
}

function idOf(json: JsonObject): string {
  const id = pickString(json, 'id');
  if (id === '') throw new ChatError('bad-response', 'an uploaded file has no id');
  return id;
}

/** `fetch` writes the type of a form itself, with the mark between its parts. */
function withoutType(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'),
  );
}

async function fetchJson(url: string, init: RequestInit): Promise<JsonObject> {
  const response = await fetchOk(url, init);
  return readObject(await response.json().catch(() => undefined));
}

async function fetchOk(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    throw toConnectionError('a file was not uploaded', cause);
  }
  const { ok, status } = response;
  if (!ok) throw new ChatError(codeOf(status), `${status} for a file`, { facts: { status } });
  return response;
}

/** Of a file the visitor can choose another one. */
function codeOf(status: number): ChatErrorCode {
  if (status === 413) return 'too-large';
  return status === 415 ? 'unsupported-content' : codeOfForeignStatus(status);
}
