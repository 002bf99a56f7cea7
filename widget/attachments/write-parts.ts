import type { WireMessage } from '../protocol/chat-message.ts';
import { type JsonObject, readList, readObject } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import type { CarriedFile } from './choose-files.ts';

/** A file as it is sent. */
export interface SentFile extends CarriedFile {
  /** Its address, a `data:` one where nobody has uploaded it; undefined where it has an id. */
  readonly url?: string | undefined;
  readonly id?: string | undefined;
  /** The text of a text file, for formats that send such a file as text. */
  readonly text?: string | undefined;
}

/** A message of a request, with the files that are sent with it. */
export interface SentMessage {
  readonly message: WireMessage;
  readonly files: readonly SentFile[];
}

/** Adds files to a request, whose body has the texts. `toPart` makes a part of the AI SDK of one. */
export type WriteFiles = (
  request: ChatRequest,
  sent: readonly SentMessage[],
  toPart: PartWay['toPart'],
) => Partial<ChatRequest>;

/** How a format has files in the parts of its messages. */
export interface PartWay {
  /** The key of the list of messages, and of their parts. */
  readonly keys: readonly [list: string, parts: string];
  /** The type of a part that is a text. */
  readonly textType?: string;
  readonly toPart: (file: SentFile) => JsonObject;
}

/** https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message: `FileUIPart`, which our Worker reads, too. */
export function toFilePart({ part, name, url, id }: SentFile): JsonObject {
  return {
    type: 'file',
    mediaType: part.mediaType,
    filename: name,
    ...(id === undefined ? { url } : { id }),
  };
}

/** Adds files to the parts of the messages. */
export function inParts({ keys: [list, field], textType: type = 'text', toPart }: PartWay): WriteFiles {
  return ({ body }, sent) => ({
    body: {
      ...body,
      [list]: readList(body[list]).map((entry, index) => {
        const { message, files = [] } = sent[index] ?? {};
        if (files.length === 0) return entry;
        const text = message?.content ?? '';
        const parts = [
          ...(text === '' ? [] : [{ type, text }]),
          ...files.map((file) => (file.text === undefined ? toPart(file) : { type, text: file.text })),
        ];
        return { ...readObject(entry), [field]: parts };
      }),
    },
  });
}
