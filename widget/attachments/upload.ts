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

/** The part of a file that is uploaded, from 0 to 1; `begun` while the progress is not known. */
export type UploadState = number | 'begun' | 'failed' | 'too-large';

/** Uploads that are running, and uploads that have failed, by the ids of their files. */
const STATES = new Map<string, UploadState>();
const changes = new EventTarget();

/** The progress of an upload is reported in this many steps, because each report redraws the panel. */
const STEPS = 20;

/** The uploads of this page, by backend and id of the file. A question that is asked again has files with the same ids. */
const UPLOADED = new Map<string, Promise<UploadedFile>>();

/** Uploads a file, or returns the upload that this page has begun or finished before. */
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
  // An earlier upload that has failed, or was stopped, begins again.
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

/** The function that uploads files before their question; undefined where they are sent within the question. */
export function uploaderOf(format: RequestFormat, upload: Upload | undefined): UploadFile | undefined {
  return upload ? uploadByPage(upload) : UPLOADS[format];
}

/** Uploads by the page's own code. An error that the code throws names the setting `upload`. */
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

/** `AttachmentsCreateReq` in openai/chatkit-python, `chatkit/types.py`; the answer has the address for the bytes. */
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

/** A request that is made for a file. */
interface FileRequest extends RequestInit {
  /** The name of the file. */
  readonly file: string;
  readonly signal: AbortSignal;
}

async function fetchOk(url: string, { file, ...init }: FileRequest): Promise<Response> {
  const { origin, pathname } = new URL(url);
  // Without the query, which may be a secret, as in signed addresses.
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
  // 415: the backend accepts no files of this type.
  const code = response.status === 415 ? 'unsupported-content' : 'upload-failed';
  throw new ChatError(code, message, { facts: { ...seen, ...facts } });
}

/** Without a network the error is `offline`, so that the question waits for the network. */
function toUploadError(message: string, { cause, facts }: ChatErrorOptions): ChatError {
  const connection = toConnectionError(message, cause);
  return connection.code === 'offline'
    ? connection
    : new ChatError('upload-failed', message, { cause, facts });
}
