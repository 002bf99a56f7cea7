import { type JsonObject, readList, readObject } from '../protocol/json.ts';
import type { RequestFormat } from '../protocol/request-format.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import type { CarriedFile } from './choose-files.ts';
import { toFile } from './upload.ts';
import type { PartWay, SentFile, SentMessage, WriteFiles } from './write-parts.ts';

/** https://platform.openai.com/docs/api-reference/chat/create */
const toOpenAiPart = ({ name, isPicture, url, id }: SentFile): JsonObject => {
  if (isPicture) return { type: 'image_url', image_url: { url: url ?? id } };
  const file = id === undefined ? { filename: name, file_data: url } : { file_id: id };
  return { type: 'file', file };
};

/** https://platform.openai.com/docs/api-reference/responses/create */
const toResponsesPart = ({ name, isPicture, url, id }: SentFile): JsonObject => {
  const fileId = id === undefined ? undefined : { file_id: id };
  if (isPicture) return { type: 'input_image', detail: 'auto', ...(fileId ?? { image_url: url }) };
  const data = url?.startsWith('data:') ? { filename: name, file_data: url } : { file_url: url };
  return { type: 'input_file', ...(fileId ?? data) };
};

/** `ImagePart` and `DocumentPart` of `@ag-ui/core` 1.0.0. */
const toAgUiPart = ({ part, isPicture, url = '', id }: SentFile): JsonObject => {
  const { mediaType: mimeType } = part;
  const data = base64Of(url);
  const source =
    id === undefined
      ? { type: data === undefined ? 'url' : 'data', value: data ?? url, mimeType }
      : { type: 'file', value: id, mimeType };
  return { type: isPicture ? 'image' : 'document', source };
};

const WAYS: Readonly<Partial<Record<RequestFormat, PartWay | WriteFiles>>> = {
  openai: { keys: ['messages', 'content'], toPart: toOpenAiPart },
  'openai-responses': { keys: ['input', 'content'], textType: 'input_text', toPart: toResponsesPart },
  'ag-ui': { keys: ['messages', 'content'], toPart: toAgUiPart },
  a2a: writeA2a,
  n8n: writeN8n,
  dify: writeDify,
  chatkit: writeChatKit,
};

/** Formats whose backends know texts and pictures only: a text file is a text with its name. */
const TEXTS_ONLY: ReadonlySet<RequestFormat> = new Set(['ui-message', 'openai', 'openai-responses', 'ag-ui']);

/** How a format has files; undefined where it has them as the AI SDK does. */
export function wayOf(format: RequestFormat): PartWay | WriteFiles | undefined {
  return WAYS[format];
}

/**
 * What a file says, under its name, for formats in which it is sent as a text; undefined in others. Others may have written it:
 * nothing in it closes the fence.
 */
export async function textOf(
  format: RequestFormat,
  { part, file, name }: CarriedFile,
): Promise<string | undefined> {
  if (!TEXTS_ONLY.has(format) || !part.mediaType.startsWith('text/')) return undefined;
  const text = (await file.text()).replaceAll(/<(?=\/?file\b)/gi, '&lt;');
  return `<file name="${name.replaceAll(/["<>\p{C}]/gu, ' ')}">\n${text}\n</file>`;
}

/** https://a2a-protocol.org: `FilePart` of 0.3, `raw` and `url` of 1.0. */
function writeA2a({ body }: ChatRequest, sent: readonly SentMessage[]): Partial<ChatRequest> {
  const params = readObject(body['params']);
  const message = readObject(params['message']);
  const isOlder = 'kind' in message;
  const toPart = ({ part, name, url: address, id }: SentFile): JsonObject => {
    const { mediaType } = part;
    const url = address ?? id ?? '';
    const bytes = base64Of(url);
    if (!isOlder) return { ...(bytes === undefined ? { url } : { raw: bytes }), filename: name, mediaType };
    const where = bytes === undefined ? { uri: url } : { bytes };
    return { kind: 'file', file: { ...where, name, mimeType: mediaType } };
  };
  const parts = [
    ...(newest(sent)?.message.content === '' ? [] : readList(message['parts'])),
    ...filesOf(sent).map(toPart),
  ];
  return { body: { ...body, params: { ...params, message: { ...message, parts } } } };
}

/** A form, as n8n's own chat sends it: `files`, beside the fields of the body. */
function writeN8n(
  { body }: ChatRequest,
  sent: readonly SentMessage[],
  toPart: (file: SentFile) => JsonObject,
): Partial<ChatRequest> {
  const files = filesOf(sent);
  const named = { ...body, chatInput: body['chatInput'] || labelsOf(files) };
  const uploaded = files.filter(({ url, id }) => url !== undefined || id !== undefined);
  if (uploaded.length > 0) return { body: { ...named, files: uploaded.map(toPart) } };
  return { body: named, encode: (fields) => toForm(fields, files) };
}

function toForm(fields: JsonObject, files: readonly SentFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const file of files) form.append('files', toFile(file));
  return form;
}

/** https://docs.dify.ai/api-reference/chat/send-chat-message: it refuses a question without words. */
function writeDify({ body }: ChatRequest, sent: readonly SentMessage[]): Partial<ChatRequest> {
  const all = filesOf(sent);
  const files = all.map(({ isPicture, url, id }) => ({
    type: isPicture ? 'image' : 'document',
    ...(id === undefined
      ? { transfer_method: 'remote_url', url }
      : { transfer_method: 'local_file', upload_file_id: id }),
  }));
  return { body: { ...body, query: body['query'] || labelsOf(all), files } };
}

function writeChatKit({ body }: ChatRequest, sent: readonly SentMessage[]): Partial<ChatRequest> {
  const params = readObject(body['params']);
  const input = readObject(params['input']);
  const content = newest(sent)?.message.content === '' ? [] : input['content'];
  const attachments = filesOf(sent).map(({ id, url }) => id ?? url);
  return { body: { ...body, params: { ...params, input: { ...input, content, attachments } } } };
}

/** The newest question, of which alone some formats tell. */
function newest(sent: readonly SentMessage[]): SentMessage | undefined {
  return sent.findLast(({ message }) => message.role === 'user');
}

function labelsOf(files: readonly SentFile[]): string {
  return files.map(({ label }) => label).join(' ');
}

function filesOf(sent: readonly SentMessage[]): readonly SentFile[] {
  return newest(sent)?.files ?? [];
}

/** What stands behind the comma of a `data:` address; undefined for another one. */
function base64Of(url: string): string | undefined {
  return url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : undefined;
}
