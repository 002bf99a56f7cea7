import { ChatError } from '../protocol/chat-error.ts';
import type { FilePart, WireMessage } from '../protocol/chat-message.ts';
import { MAX_FILES, MAX_FILES_BYTES } from '../protocol/limits.ts';
import type { FileStore } from './file-store.ts';

/** A file of a question, with its bytes. */
export interface CarriedFile {
  readonly part: FilePart;
  readonly file: Blob;
  /** The name of the file. A file without a name is named by its type: `image.png`. */
  readonly name: string;
  readonly isPicture: boolean;
  /** Stands in the text of the message where the file itself is not sent: `[picture: cat.png]`. */
  readonly label: string;
}

/** A message of a request, with the files that are sent with it. */
export interface CarryingMessage {
  /** The text also names the files that are not sent: `[picture: cat.png]`. */
  readonly message: Omit<WireMessage, 'files'>;
  readonly files: readonly CarriedFile[];
}

/**
 * Reads the files of the newest questions, as many of an earlier one as fit beside those of the newest; of all others a text names
 * them: `[picture: cat.png]`. Throws `file-gone` where one of the newest question is not here any more.
 *
 * @param most how many questions have their files
 */
export async function chooseFiles(
  messages: readonly WireMessage[],
  store: FileStore,
  most: number,
): Promise<readonly CarryingMessage[]> {
  const carried: CarryingMessage[] = [];
  let questions = 0;
  let room = { count: MAX_FILES, bytes: MAX_FILES_BYTES };
  for (const { files: parts = [], ...message } of messages.toReversed()) {
    if (message.role === 'user') questions += 1;
    const isNewest = questions === 1;
    // oxlint-disable-next-line no-await-in-loop -- the newest files come first
    const read = questions <= most ? await readFiles(parts, store) : [];
    if (isNewest && read.length < parts.length)
      throw new ChatError('file-gone', 'a file of the question is not in this browser any more');
    const files: CarriedFile[] = [];
    for (const entry of read) {
      const left = { count: room.count - 1, bytes: room.bytes - entry.file.size };
      if (!isNewest && (left.count < 0 || left.bytes < 0)) continue;
      room = left;
      files.push(entry);
    }
    const named = parts.filter((part) => !files.some((entry) => entry.part === part));
    carried.unshift({ message: withNames(message, named), files });
  }
  return carried;
}

function labelOf({ mediaType, name = '' }: FilePart): string {
  return `[${isPicture(mediaType) ? 'picture' : 'file'}: ${name}]`;
}

function isPicture(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

function withNames(
  message: CarryingMessage['message'],
  parts: readonly FilePart[],
): CarryingMessage['message'] {
  const texts = [message.content, parts.map(labelOf).join(' ')].filter((text) => text !== '');
  return { ...message, content: texts.join('\n\n') };
}

async function readFiles(parts: readonly FilePart[], store: FileStore): Promise<readonly CarriedFile[]> {
  const read = await Promise.all(
    parts.map(async (part) => ({
      part,
      file: part.id === undefined ? ownBytes(part) : await store.get(part.id),
    })),
  );
  return read.flatMap(({ part, file }) => (file ? [carry(part, file)] : []));
}

function carry(part: FilePart, file: Blob): CarriedFile {
  const { name, mediaType } = part;
  return {
    part,
    file,
    name: name || mediaType.replace('/', '.'),
    isPicture: isPicture(mediaType),
    label: labelOf(part),
  };
}

/** A question that the page has put into `messages` has a file in its address. */
function ownBytes({ url, mediaType }: FilePart): Blob | undefined {
  const base64 = /^data:[^,]*;base64,([A-Za-z\d+/]+={0,2})$/.exec(url)?.[1];
  if (base64 === undefined) return undefined;
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], {
    type: mediaType,
  });
}
