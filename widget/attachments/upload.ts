import { ChatError, type ChatErrorOptions } from '../protocol/chat-error.ts';
import { type JsonObject, pickString, readObject, readString } from '../protocol/json.ts';
import type { RequestFormat } from '../protocol/request-format.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import type { Upload, UploadedFile, UploadOptions } from '../protocol/upload.ts';
import { toConnectionError } from '../transport/connection-error.ts';
import { toResponseError } from '../transport/response-error.ts';
import type { CarriedFile } from './choose-files.ts';

/** Uploads one file for one request. */
export type UploadFile = (
  carried: CarriedFile,
  request: ChatRequest,
  options: UploadOptions,
) => Promise<UploadedFile>;

/** How far a file is: the part that is done, from 0 to 1; `begun` where nobody says. */
export type UploadState = number | 'begun' | 'failed' | 'too-large';

/** The uploads that go on, and those that failed last, by the ids of their files. */
const STATES = new Map<string, UploadState>();
const changes = new EventTarget();

/** Steps of an upload that are told: each draws the panel anew. */
const STEPS = 20;

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
    const uploaded = uploadInSight(upload, carried, request, signal);
    if (id !== undefined) UPLOADED.set(key, uploaded);
    return uploaded;
  };
  // One that has failed, or was stopped.
  return UPLOADED.get(key)?.catch(begin) ?? begin();
}

async function uploadInSight(
  upload: UploadFile,
  carried: CarriedFile,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const { id = '' } = carried.part;
  let isGoing = true;
  const progress = (done: number): void => {
    if (isGoing && done >= 0) tell(id, Math.min(STEPS, Math.floor(done * STEPS)) / STEPS);
  };
  tell(id, 'begun');
  try {
    const uploaded = await upload(carried, request, { signal, progress });
    tell(id);
    return uploaded;
  } catch (error) {
    tell(id, signal.aborted ? undefined : failureState(error));
    throw error;
  } finally {
    isGoing = false;
  }
}

function failureState(error: unknown): UploadState {
  return error instanceof ChatError && error.facts?.status === 413 ? 'too-large' : 'failed';
}

function tell(id: string, state?: UploadState): void {
  if (STATES.get(id) === state) return;
  if (state === undefined) STATES.delete(id);
  else STATES.set(id, state);
  changes.dispatchEvent(new Event('change'));
}

/** The uploads of this page by the ids of their files; calls back at each change. */
export function followUploads(
  handleChange: () => void,
  signal: AbortSignal,
): ReadonlyMap<string, UploadState> {
  changes.addEventListener('change', handleChange, { signal });
  return STATES;
}

/** How files go before their question; undefined where they go with it. */
export function uploaderOf(format: RequestFormat, upload: Upload | undefined): UploadFile | undefined {
  return upload ? uploadByPage(upload) : UPLOADS[format];
}

/** By the page's own code. What it throws names the setting. */
function uploadByPage(upload: Upload): UploadFile {
  return async (carried, _request, options) => {
    try {
      return await upload(toFile(carried), options);
    } catch (cause) {
      if (options.signal.aborted || cause instanceof ChatError) throw cause;
      const facts = { setting: 'upload', file: carried.name };
      throw toUploadError(`upload, set by the page, threw ${String(cause)}`, { cause, facts });
    }
  };
}

/** https://docs.dify.ai/api-reference/files/upload-file: `files/upload` beside the chat's own address. */
const uploadToDify: UploadFile = async (carried, { url, headers, credentials, body }, { signal }) => {
  const form = new FormData();
  form.append('file', toFile(carried));
  form.append('user', readString(body['user']) ?? '');
  const init = { method: 'POST', headers: withoutType(headers), credentials, body: form, signal };
  return { id: idOf(await fetchJson(new URL('files/upload', url).href, { ...init, file: carried.name })) };
};

/** `AttachmentsCreateReq` in openai/chatkit-python, `chatkit/types.py`; where the bytes go is told by the attachment. */
const uploadToChatKit: UploadFile = async ({ part, file, name }, request, { signal }) => {
  const { url, credentials } = request;
  const params = { name, size: file.size, mime_type: part.mediaType };
  const created = await fetchJson(url, {
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
    credentials,
    body: JSON.stringify({ type: 'attachments.create', params }),
    file: name,
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
      file: name,
      signal,
    });
  }
  return { id: idOf(created) };
};

/** A file as forms and the page's own code take it. */
export function toFile({ part, file, name }: CarriedFile): File {
  return new File([file], name, { type: part.mediaType });
}

/** Backends that take files before the question. */
const UPLOADS: Readonly<Partial<Record<RequestFormat, UploadFile>>> = {
  dify: uploadToDify,
  chatkit: uploadToChatKit,
};

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

async function fetchJson(url: string, init: FileRequest): Promise<JsonObject> {
  const response = await fetchOk(url, init);
  return readObject(await response.json().catch(() => undefined));
}

/** What is fetched for a file. */
interface FileRequest extends RequestInit {
  /** The name of the file. */
  readonly file: string;
  readonly signal: AbortSignal;
}

async function fetchOk(url: string, { file, ...init }: FileRequest): Promise<Response> {
  const { origin, pathname } = new URL(url);
  // What is behind it may be a secret, as in signed addresses.
  const facts = { file, address: origin + pathname };
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    init.signal.throwIfAborted();
    throw toUploadError('a file was not uploaded', { cause, facts });
  }
  if (response.ok) return response;
  const { message, facts: seen } = await toResponseError(response, init.signal, Date.now());
  // The backend takes no such files at all.
  const code = response.status === 415 ? 'unsupported-content' : 'upload-failed';
  throw new ChatError(code, message, { facts: { ...seen, ...facts } });
}

/** Without a network the question waits for it. */
function toUploadError(message: string, { cause, facts }: ChatErrorOptions): ChatError {
  const connection = toConnectionError(message, cause);
  return connection.code === 'offline'
    ? connection
    : new ChatError('upload-failed', message, { cause, facts });
}
