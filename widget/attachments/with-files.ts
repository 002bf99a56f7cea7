import type { TakenConversation } from '../conversation/record-store.ts';
import type { WireMessage } from '../protocol/chat-message.ts';
import { parseJson, readList, readObject } from '../protocol/json.ts';
import type { RequestFormat } from '../protocol/request-format.ts';
import type { ChatRequest, Transport } from '../protocol/transport.ts';
import type { Upload } from '../protocol/upload.ts';
import { toConnectionError } from '../transport/connection-error.ts';
import type * as Backends from './backends.ts';
import { type CarriedFile, chooseFiles } from './choose-files.ts';
import type * as FileStores from './file-store.ts';
import { toDataUrl } from './to-data-url.ts';
import { inParts, type SentFile, toFilePart } from './write-parts.ts';

/** Makes the request of texts. */
type WriteTexts = (texts: readonly WireMessage[]) => ChatRequest | Promise<ChatRequest>;

/** The settings of a chat that say how its files are sent. */
export interface FileSettings {
  readonly instance: string;
  readonly persist: string;
  readonly requestFormat: RequestFormat;
  readonly transport: Transport | undefined;
  readonly upload: Upload | undefined;
}

/** What is needed to add files to a request. */
export interface FileOptions {
  readonly format: RequestFormat;
  readonly store: FileStores.FileStore;
  /** The page's own way to upload files; absent: as the format has it. */
  readonly upload?: Upload | undefined;
  readonly signal: AbortSignal;
}

/** Formats that tell the newest question alone. */
const NEWEST_ONLY: ReadonlySet<RequestFormat> = new Set(['a2a', 'n8n', 'dify', 'chatkit']);

/**
 * Makes a request whose messages have files. Throws `file-gone` where a file of the newest question is not here any more, and what
 * its upload has failed with.
 *
 * @param writeTexts makes the request of the texts
 */
export async function withFiles(
  messages: readonly WireMessage[],
  writeTexts: WriteTexts,
  { format, store, upload, signal }: FileOptions,
): Promise<ChatRequest> {
  const carried = await chooseFiles(messages, store, NEWEST_ONLY.has(format) ? 1 : 2);
  const request = await writeTexts(carried.map(({ message }) => message));
  const backends = format === 'messages' && !upload ? undefined : await loadBackends();
  const send = backends?.uploaderOf(format, upload);
  const toSentFile = async (file: CarriedFile): Promise<SentFile> => {
    const text = upload ? undefined : await backends?.textOf(format, file);
    if (text !== undefined) return { ...file, text };
    if (backends && send) return { ...file, ...(await backends.uploadOnce(send, file, request, signal)) };
    // A form has the bytes as they are.
    if (format === 'n8n') return file;
    return { ...file, url: await toDataUrl(file.file, file.part.mediaType) };
  };
  const sent = await Promise.all(
    carried.map(async ({ message, files }) => ({ message, files: await Promise.all(files.map(toSentFile)) })),
  );
  signal.throwIfAborted();
  const field = format === 'ui-message' ? 'parts' : 'content';
  const way = backends?.wayOf(format) ?? { keys: ['messages', field], toPart: toFilePart };
  const write = typeof way === 'function' ? way : inParts(way);
  return { ...request, ...write(request, sent, toFilePart), messages: sent.map(toWireMessage) };
}

const loadBackends = (): Promise<typeof Backends> => load(import('./backends.ts'));
/** The file store is loaded with the first file that is added; if that was on an earlier page, it is loaded now. */
const loadStore = (): Promise<typeof FileStores> => load(import('./file-store.ts'));

function load<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch((cause: unknown) => {
    throw toConnectionError('the code of the files did not come', cause);
  });
}

/** As {@link withFiles}, for a chat. A transport of the page's own has the files in `messages`. */
export async function requestWithFiles(
  { instance, persist, requestFormat, transport, upload }: FileSettings,
  messages: readonly WireMessage[],
  write: WriteTexts,
  signal = new AbortController().signal,
): Promise<ChatRequest> {
  const store = (await loadStore()).storeOf({ instance, persist });
  const format = transport ? 'messages' : requestFormat;
  return withFiles(messages, write, { format, store, upload, signal });
}

function toWireMessage({
  message,
  files,
}: {
  readonly message: WireMessage;
  readonly files: readonly SentFile[];
}): WireMessage {
  if (files.length === 0) return message;
  return {
    ...message,
    files: files.map(({ part, url = '', id }) => ({ ...part, url, ...(id !== undefined && { id }) })),
  };
}

/** Time in which a visitor can take a removed conversation back. */
const UNDO_MS = 15_000;

/** Removes the files of a conversation that was removed, unless it was taken back: a little later, or when the page is left. */
export function forgetFiles(
  settings: Pick<FileSettings, 'instance' | 'persist'>,
  { entries }: TakenConversation,
  isRemoved: () => boolean,
): void {
  const loading = loadStore();
  const records = [...entries.values()].map((text) => readList(readObject(parseJson(text))['parts']));
  const ids = records.flat().flatMap((part) => {
    const { type, id } = readObject(part);
    return type === 'file' && typeof id === 'string' ? [id] : [];
  });
  const forget = (): void => {
    removeEventListener('pagehide', forget);
    clearTimeout(timer);
    if (isRemoved())
      loading.then(
        ({ storeOf }) => storeOf(settings).delete(ids),
        () => undefined,
      );
  };
  const timer = setTimeout(forget, UNDO_MS);
  addEventListener('pagehide', forget);
}
