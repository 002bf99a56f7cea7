import type { WireMessage } from '../protocol/chat-message.ts';
import { type JsonObject, readList, readObject } from '../protocol/json.ts';
import type { RequestFormat } from '../protocol/request-format.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { type CarriedFile, isPicture, nameFiles } from './choose-files.ts';
import { nameOf, toFile } from './upload.ts';

/** A file as it is sent. */
export interface SentFile extends CarriedFile {
  /** Its address, a `data:` one where nobody has uploaded it; undefined where it has an id. */
  readonly url: string | undefined;
  readonly id: string | undefined;
  /** What a text file says, where the format has texts for it. */
  readonly text: string | undefined;
}

/** A message of a request, with the files that go with it. */
export interface SentMessage {
  readonly message: WireMessage;
  readonly files: readonly SentFile[];
}

/** Adds files to a request, whose body has the texts. */
export type WriteFiles = (request: ChatRequest, sent: readonly SentMessage[]) => Partial<ChatRequest>;

/** How a format has files in the parts of its messages. */
interface PartWay {
  /** The key of the list of messages, and of their parts. */
  readonly keys: readonly [list: string, parts: string];
  readonly toText: (text: string) => JsonObject;
  readonly toPart: (file: SentFile) => JsonObject;
}

const toTextPart = (text: string): JsonObject => ({ type: 'text', text });

/** https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message: `FileUIPart`. */
const toFilePart = ({ part, url, id }: SentFile): JsonObject => ({
  type: 'file',
  mediaType: part.mediaType,
  filename: nameOf(part),
  ...(id === undefined ? { url } : { id }),
});

/** https://platform.openai.com/docs/api-reference/chat/create */
const toOpenAiPart = ({ part, url, id }: SentFile): JsonObject => {
  if (isPicture(part.mediaType)) return { type: 'image_url', image_url: { url: url ?? id } };
  const file = id === undefined ? { filename: nameOf(part), file_data: url } : { file_id: id };
  return { type: 'file', file };
};

/** https://platform.openai.com/docs/api-reference/responses/create */
const toResponsesPart = ({ part, url, id }: SentFile): JsonObject => {
  const fileId = id === undefined ? undefined : { file_id: id };
  if (isPicture(part.mediaType))
    return { type: 'input_image', detail: 'auto', ...(fileId ?? { image_url: url }) };
  const data = url?.startsWith('data:') ? { filename: nameOf(part), file_data: url } : { file_url: url };
  return { type: 'input_file', ...(fileId ?? data) };
};

/** `ImagePart` and `DocumentPart` of `@ag-ui/core` 1.0.0. */
const toAgUiPart = ({ part, url = '', id }: SentFile): JsonObject => {
  const { mediaType: mimeType } = part;
  const data = base64Of(url);
  const source =
    id === undefined
      ? { type: data === undefined ? 'url' : 'data', value: data ?? url, mimeType }
      : { type: 'file', value: id, mimeType };
  return { type: isPicture(mimeType) ? 'image' : 'document', source };
};

const WAYS: Readonly<Partial<Record<RequestFormat, WriteFiles>>> = {
  'ui-message': inParts({ keys: ['messages', 'parts'], toText: toTextPart, toPart: toFilePart }),
  openai: inParts({ keys: ['messages', 'content'], toText: toTextPart, toPart: toOpenAiPart }),
  'openai-responses': inParts({
    keys: ['input', 'content'],
    toText: (text) => ({ type: 'input_text', text }),
    toPart: toResponsesPart,
  }),
  'ag-ui': inParts({ keys: ['messages', 'content'], toText: toTextPart, toPart: toAgUiPart }),
  a2a: writeA2a,
  n8n: writeN8n,
  dify: writeDify,
  chatkit: writeChatKit,
};

/** Formats whose backends know texts and pictures only: a text file is a text with its name. */
const TEXTS_ONLY: ReadonlySet<RequestFormat> = new Set(['ui-message', 'openai', 'openai-responses', 'ag-ui']);

const writeMessages = inParts({ keys: ['messages', 'content'], toText: toTextPart, toPart: toFilePart });

/** How a format has files. */
export function wayOf(format: RequestFormat): WriteFiles {
  return WAYS[format] ?? writeMessages;
}

/** Whether a file is sent as a text in a format. */
export function isSentAsText(format: RequestFormat, mediaType: string): boolean {
  return TEXTS_ONLY.has(format) && mediaType.startsWith('text/');
}

function inParts({ keys: [list, field], toText, toPart }: PartWay): WriteFiles {
  return ({ body }, sent) => ({
    body: {
      ...body,
      [list]: readList(body[list]).map((entry, index) => {
        const { message, files = [] } = sent[index] ?? {};
        if (files.length === 0) return entry;
        const text = message?.content ?? '';
        const parts = [
          ...(text === '' ? [] : [toText(text)]),
          ...files.map((file) => (file.text === undefined ? toPart(file) : toText(fenceText(file)))),
        ];
        return { ...readObject(entry), [field]: parts };
      }),
    },
  });
}

/** What a text file says, under its name. Others may have written it: nothing in it closes the fence. */
function fenceText({ part, text = '' }: SentFile): string {
  const name = nameOf(part).replaceAll(/["<>\p{C}]/gu, ' ');
  return `<file name="${name}">\n${text.replaceAll(/<(?=\/?file\b)/gi, '&lt;')}\n</file>`;
}

/** https://a2a-protocol.org: `FilePart` of 0.3, `raw` and `url` of 1.0. */
function writeA2a({ body }: ChatRequest, sent: readonly SentMessage[]): Partial<ChatRequest> {
  const params = readObject(body['params']);
  const message = readObject(params['message']);
  const isOlder = 'kind' in message;
  const toPart = ({ part, url: address, id }: SentFile): JsonObject => {
    const { mediaType } = part;
    const [name, url] = [nameOf(part), address ?? id ?? ''];
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
function writeN8n({ body }: ChatRequest, sent: readonly SentMessage[]): Partial<ChatRequest> {
  const files = filesOf(sent);
  const named = { ...body, chatInput: body['chatInput'] || nameFiles(files.map(({ part }) => part)) };
  const uploaded = files.filter(({ url, id }) => url !== undefined || id !== undefined);
  if (uploaded.length > 0) return { body: { ...named, files: uploaded.map(toFilePart) } };
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
  const files = all.map(({ part, url, id }) => ({
    type: isPicture(part.mediaType) ? 'image' : 'document',
    ...(id === undefined
      ? { transfer_method: 'remote_url', url }
      : { transfer_method: 'local_file', upload_file_id: id }),
  }));
  return { body: { ...body, query: body['query'] || nameFiles(all.map(({ part }) => part)), files } };
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

function filesOf(sent: readonly SentMessage[]): readonly SentFile[] {
  return newest(sent)?.files ?? [];
}

/** What stands behind the comma of a `data:` address; undefined for another one. */
function base64Of(url: string): string | undefined {
  return url.startsWith('data:') ? url.slice(url.indexOf(',') + 1) : undefined;
}

/** A file as it is sent once it is uploaded. */
export function toSent(carried: CarriedFile, uploaded: Partial<Record<'url' | 'id', string>>): SentFile {
  return { ...carried, url: uploaded.url, id: uploaded.id, text: undefined };
}
