import { type FileBytes, identify } from '../protocol/identify-file.ts';
import { MAX_FILE_BYTES, MAX_PIXELS, MAX_TEXT_FILE_BYTES } from '../protocol/limits.ts';
import type { FileKind } from '../protocol/accepted-files.ts';
import { redraw } from './redraw.ts';

/**
 * Why a file is not taken: its bytes are of no kind that is wanted; it is too large, in bytes or in pixels; there is nothing in it;
 * the browser cannot decode it, as most cannot a HEIC.
 */
export type FileFault = 'unsupported' | 'too-large' | 'empty' | 'undecodable';

/** A file that is not taken. */
export class FileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
  }
}

/** A picture that a camera has made fits; of what is larger nothing is read. */
const MAX_PICTURE_BYTES = 33_554_432;

/** Options of {@link prepareFile}. */
export interface PrepareOptions {
  readonly kinds: readonly FileKind[];
  /** Gets the thumbnail of a picture, a `data:` address of 8 KB at most, before the picture is done. */
  readonly show: (thumbnail: string) => void;
}

/**
 * Makes a file fit to be sent: a picture is redrawn, small and without the metadata of cameras, such as the place; a PDF and a
 * text stay as they are. The type of the file is found from its bytes, not from its name. Throws {@link FileError}.
 *
 * @example
 * const file = await prepareFile(photo, { kinds: ['images'], show: (thumbnail) => (picture.src = thumbnail) });
 * file.type; // 'image/webp'
 */
export async function prepareFile(file: Blob, { kinds, show }: PrepareOptions): Promise<Blob> {
  if (file.size === 0) throw new FileError('empty');
  if (file.size > MAX_PICTURE_BYTES) throw new FileError('too-large');
  const bytes = new ReadBytes(await file.arrayBuffer());
  const { mediaType = '', pixels = 0 } = identify(bytes) ?? {};
  const kind = kindOf(mediaType);
  if (kind === undefined && isLongText(bytes)) throw new FileError('too-large');
  if (kind === undefined || !kinds.includes(kind)) throw new FileError('unsupported');
  if (pixels > MAX_PIXELS) throw new FileError('too-large');
  const original = bytes.toBlob(mediaType);
  const prepared = kind === 'images' ? await redrawn(original, show) : original;
  if (prepared.size > MAX_FILE_BYTES) throw new FileError('too-large');
  return prepared;
}

async function redrawn(picture: Blob, show: PrepareOptions['show']): Promise<Blob> {
  try {
    return await redraw(picture, show);
  } catch (cause) {
    // Browsers throw an InvalidStateError or an EncodingError.
    throw new FileError('undecodable', { cause });
  }
}

/** A picture by the name of an SVG is none: it is a document, which may have scripts. */
function kindOf(mediaType: string): FileKind | undefined {
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType === 'text/plain') return 'text';
  return mediaType.startsWith('image/') && mediaType !== 'image/svg+xml' ? 'images' : undefined;
}

/** So that a long text is said to be too long: by its beginning, which may end in the middle of a character. */
function isLongText(bytes: FileBytes): boolean {
  if (bytes.length <= MAX_TEXT_FILE_BYTES) return false;
  const beginning = bytes.at(0, MAX_TEXT_FILE_BYTES);
  const last = beginning.findLastIndex((byte) => byte < 0x80);
  return identify(new ReadBytes(beginning.slice(0, last + 1).buffer))?.mediaType === 'text/plain';
}

/** The bytes of a file, read once: what stands on the disk may be changed. */
class ReadBytes implements FileBytes {
  readonly length: number;
  readonly #buffer: ArrayBuffer;

  constructor(buffer: ArrayBuffer) {
    this.#buffer = buffer;
    this.length = buffer.byteLength;
  }

  at(start: number, count = this.length): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.slice(start, start + count));
  }

  toBlob(type: string): Blob {
    return new Blob([this.#buffer], { type });
  }
}
