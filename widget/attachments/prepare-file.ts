import { type FileBytes, identify } from '../protocol/identify-file.ts';
import { MAX_FILE_BYTES, MAX_PIXELS, MAX_TEXT_FILE_BYTES } from '../protocol/limits.ts';
import type { FileKind } from '../protocol/accepted-files.ts';
import { redraw } from './redraw.ts';

/**
 * Why a file is not taken, as the key of its words for visitors: its bytes are of no kind that is wanted; it is too large, in bytes or
 * in pixels; there is nothing in it; the browser cannot decode it, as most cannot a HEIC.
 */
export type FileFault = 'fileUnsupported' | 'fileTooLarge' | 'fileEmpty' | 'fileUndecodable';

/** A picture that a camera has made fits; of what is larger nothing is read. */
const MAX_PICTURE_BYTES = 33_554_432;

/** As many bytes of a long file tell whether it is a text. */
const BEGINNING_BYTES = 4_096;

/**
 * Makes a file fit to be sent: a picture is redrawn, small and without the metadata of cameras, such as the place; a PDF and a
 * text stay as they are. The type of the file is found from its bytes, not from its name. Rejects where the file cannot be read: it
 * is a folder, or gone from the disk.
 *
 * @param show gets the thumbnail of a picture, a `data:` address of 8 KB at most, before the picture is done
 *
 * @example
 * const file = await prepareFile(photo, ['images'], (thumbnail) => (picture.src = thumbnail));
 * if (typeof file !== 'string') file.type; // 'image/webp'
 */
export async function prepareFile(
  file: Blob,
  kinds: readonly FileKind[],
  show: (thumbnail: string) => void,
): Promise<Blob | FileFault> {
  if (file.size === 0) return 'fileEmpty';
  if (file.size > MAX_PICTURE_BYTES) return 'fileTooLarge';
  // Read once: what stands on the disk may be changed.
  const buffer = await file.arrayBuffer();
  const bytes = readBytes(buffer);
  const { mediaType = '', pixels = 0 } = identify(bytes) ?? {};
  const kind = kindOf(mediaType);
  if (kind === undefined && isLongText(bytes)) return 'fileTooLarge';
  if (kind === undefined || !kinds.includes(kind)) return 'fileUnsupported';
  if (pixels > MAX_PIXELS) return 'fileTooLarge';
  const original = new Blob([buffer], { type: mediaType });
  const prepared = kind === 'images' ? await redraw(original, pixels, show).catch(() => undefined) : original;
  if (!prepared) return 'fileUndecodable';
  return prepared.size > MAX_FILE_BYTES ? 'fileTooLarge' : prepared;
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
  const last = bytes.at(0, BEGINNING_BYTES).findLastIndex((byte) => byte < 0x80);
  return identify(readBytes(bytes.at(0, last + 1).buffer))?.mediaType === 'text/plain';
}

function readBytes(buffer: ArrayBuffer): FileBytes {
  const length = buffer.byteLength;
  return {
    length,
    at: (start, count = length) => new Uint8Array(buffer.slice(start, start + count)),
  };
}
