import { ChatError } from '../../widget/protocol/chat-error.ts';
import { pickString, readObject, type JsonObject } from '../../widget/protocol/json.ts';
import * as limits from '../../widget/protocol/limits.ts';
import type { QuestionFiles } from '../ports.ts';
import type { AskedFile } from '../checked-question.ts';
import { fail } from '../turn/input.ts';
import { Base64Bytes, bytesIn } from './base64.ts';
import { identify } from '../../widget/protocol/identify-file.ts';

const MAX_NAME_CHARACTERS = 100;
/** Characters that are taken out of file names: those that could end `[picture: …]` in a prompt, or hide in it. */
const NOT_IN_NAMES = /[\p{C}[\]<>"]/gu;

/** The types that are accepted, and why others are not. */
export interface Accepted {
  readonly accepts: readonly string[];
  /** The end of the message of a refusal: what the owner has not configured. */
  readonly missing: string;
}

/**
 * Reads the files of a question. Earlier questions add theirs afterwards. Throws `unsupported-content` and `too-large` for the
 * files of this question.
 */
export function readFiles(
  parts: readonly JsonObject[],
  at: string,
  { cost, ...accepted }: Accepted & { readonly cost: number },
): QuestionFiles {
  const own = readOwn(parts, at, accepted);
  const all = [...own];
  let isEarlierRead = false;
  const add = (part: JsonObject): boolean => {
    const file = tryToRead(part, accepted);
    const isIn = file !== undefined && fits([...all, file]);
    if (isIn) all.push({ ...file, isEarlier: true });
    return isIn;
  };
  return {
    words: nameFiles(parts),
    cost: own.length > 0 ? cost : undefined,
    all,
    addEarlier(earlier, text) {
      const left = earlier.filter((part) => isEarlierRead || !add(part));
      const content = [text, nameFiles(left)].filter((words) => words !== '').join('\n\n');
      isEarlierRead ||= earlier.length > 0 || text !== '';
      return content || nameFiles(earlier);
    },
    hash: async () => (own.length > 0 ? hash(own) : undefined),
  };
}

function readOwn(parts: readonly JsonObject[], at: string, accepted: Accepted): readonly AskedFile[] {
  if (parts.length > limits.MAX_FILES) fail(at, `has more than ${limits.MAX_FILES} files`, 'too-large');
  const files = parts.map((part, index) => readFile(part, `${at}: file ${index + 1}`, accepted));
  if (!fits(files)) fail(at, `has more than ${limits.MAX_FILES_BYTES} bytes of files`, 'too-large');
  return files;
}

/**
 * A hash, equal for the same files under the same names. Files are hashed one after the other, so that only one of them is in
 * memory twice.
 */
async function hash(files: readonly AskedFile[]): Promise<string> {
  let text = '';
  for (const { name, data } of files) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(data));
    text += `${name}\n${new Uint8Array(digest).join()}\n`;
  }
  return text;
}

/**
 * The words that stand for files in a text.
 *
 * @example
 * nameFiles([{ type: 'file', filename: 'cat.png', url: 'data:image/png;base64,…' }]); // '[picture: cat.png]'
 */
function nameFiles(parts: readonly JsonObject[]): string {
  return parts
    .map((part) => {
      const { name, url } = addressOf(part);
      const said = [url.slice(0, 'data:image'.length), part['type'], part['mediaType'], part['contentType']];
      return `[${said.join(' ').includes('image') ? 'picture' : 'file'}: ${name}]`;
    })
    .join(' ');
}

function tryToRead(part: JsonObject, accepted: Accepted): AskedFile | undefined {
  try {
    return readFile(part, '', accepted);
  } catch (error) {
    if (error instanceof ChatError) return undefined;
    throw error;
  }
}

function readFile(part: JsonObject, at: string, { accepts, missing }: Accepted): AskedFile {
  const { url, name } = addressOf(part);
  const refuse = (fault: string): never => fail(at, fault, 'unsupported-content');
  if (/^https?:/i.test(url)) refuse('has an address, and none is fetched: send the file as a data: URL');
  const comma = url.indexOf(',');
  const isData = /^data:[^,]*;base64$/i.test(url.slice(0, Math.max(comma, 0)));
  const data = isData ? url.slice(comma + 1) : '';
  const bytes = Base64Bytes.of(data);
  if (!bytes) return refuse('must be a data: URL with base64, and not be empty');
  if (bytes.length > limits.MAX_FILE_BYTES)
    return fail(at, `is larger than ${limits.MAX_FILE_BYTES} bytes`, 'too-large');
  const { mediaType, pixels = 0 } = identify(bytes) ?? {};
  if (!mediaType) return refuse('is no whole picture, no PDF, and no text in UTF-8 of 64 KB at most');
  if (!accepts.includes(mediaType)) refuse(`is ${mediaType}; accepted: ${accepts.join(', ')}${missing}`);
  if (pixels > limits.MAX_PIXELS) fail(at, `has more than ${limits.MAX_PIXELS} pixels`, 'too-large');
  return { mediaType, name, data };
}

/** The address and the name of a file, wherever the clients of the various formats put them. */
function addressOf(part: JsonObject): { readonly url: string; readonly name: string } {
  const all = { ...readObject(part['image_url']), ...readObject(part['file']), ...part };
  const name = pickString(all, 'filename', 'name').replaceAll(NOT_IN_NAMES, ' ').trim();
  return {
    url: pickString(all, 'url', 'file_data', 'image_url', 'data', 'image'),
    name: name.slice(0, MAX_NAME_CHARACTERS) || 'without a name',
  };
}

function fits(files: readonly AskedFile[]): boolean {
  const bytes = files.reduce((sum, { data }) => sum + bytesIn(data), 0);
  return files.length <= limits.MAX_FILES && bytes <= limits.MAX_FILES_BYTES;
}
