import { MAX_TEXT_FILE_BYTES } from './limits.ts';

/** Access to the bytes of a file; only a few of them are read. */
export interface FileBytes {
  readonly length: number;
  /** A copy of `count` bytes from `start` on, or of all bytes from there; fewer at the end of the file. */
  at(start: number, count?: number): Uint8Array<ArrayBuffer>;
}

/** Facts about a file that its bytes show. */
export interface Identity {
  readonly mediaType: string;
  /** Width times height of a picture. */
  readonly pixels?: number;
  /** The content of a text file. */
  readonly text?: string;
}

/** Bytes that suffice to recognise every type. */
const HEAD_BYTES = 32;
/** Segments of a JPEG read before the one with the size: a colour profile of 4 MB takes 64. */
const MAX_SEGMENTS = 500;
/** Comments, declarations and instructions that may precede the `<svg>` element. */
const XML_PROLOGUE = /<\?.*?\?>|<!--.*?-->|<!doctype[^>[]*(?:\[[^\]]*\]\s*)?>/gis;
const PROLOGUE_CHARACTERS = 4_096;
/** In an AVIF or HEIC, the boxes with the size lie within this many bytes. */
const BOXES_BYTES = 65_536;
/** Control characters that a text never contains. UTF-16 and most binary formats contain some. */
const NO_TEXT = new RegExp(String.raw`[\0-\x08\x0e-\x1f]`);

/**
 * The type of a file, found by its bytes: its name and the type that the browser sent may be wrong. Undefined for anything but
 * a picture, a PDF or a short UTF-8 text, and for a picture with a damaged header. Sizes: https://www.w3.org/TR/png-3/#11IHDR,
 * https://www.w3.org/Graphics/GIF/spec-gif89a.txt, https://www.rfc-editor.org/rfc/rfc9649, ITU-T T.81 B.2, ISO/IEC 23008-12
 * 6.5.3.
 */
export function identify(bytes: FileBytes): Identity | undefined {
  const head = new DataView(bytes.at(0, HEAD_BYTES).buffer);
  const word = (at: number, length = 4): string =>
    String.fromCharCode(...new Uint8Array(head.buffer.slice(at, at + length)));
  if (word(0) === '\x89PNG') return picture('png', head, 24, () => [head.getUint32(16), head.getUint32(20)]);
  if (word(0) === 'GIF8')
    return picture('gif', head, 10, () => [head.getUint16(6, true), head.getUint16(8, true)]);
  if (word(0) === 'RIFF' && word(8) === 'WEBP')
    return picture('webp', head, 30, () => sizeOfWebp(head, word(12)));
  if (word(0, 3) === '\xFF\xD8\xFF') return picture('jpeg', head, 4, () => sizeOfJpeg(bytes));
  if (word(4) === 'ftyp')
    return picture(/avi[fs]/.test(word(8)) ? 'avif' : 'heic', head, 8, () => sizeOfHeif(bytes));
  if (word(0) === '%PDF') return { mediaType: 'application/pdf' };
  return bytes.length <= MAX_TEXT_FILE_BYTES ? textIn(bytes) : undefined;
}

function picture(
  name: string,
  head: DataView,
  least: number,
  sizeOf: () => readonly [number, number] | undefined,
): Identity | undefined {
  const [width = 0, height = 0] = (head.byteLength >= least && sizeOf()) || [];
  return width * height > 0 ? { mediaType: `image/${name}`, pixels: width * height } : undefined;
}

function sizeOfWebp(head: DataView, kind: string): readonly [number, number] | undefined {
  const short = (at: number): number => head.getUint16(at, true);
  if (kind === 'VP8 ') return [short(26) & 0x3fff, short(28) & 0x3fff];
  if (kind === 'VP8X')
    return [1 + short(24) + head.getUint8(26) * 65_536, 1 + short(27) + head.getUint8(29) * 65_536];
  if (kind !== 'VP8L') return undefined;
  const bits = head.getUint32(21, true);
  return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)];
}

/** The size stands in the first frame header, after metadata and colour profiles. */
function sizeOfJpeg(bytes: FileBytes): readonly [number, number] | undefined {
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 9 <= bytes.length; count += 1) {
    const segment = new DataView(bytes.at(at, 9).buffer);
    const marker = segment.getUint8(1);
    if (segment.getUint8(0) !== 0xff) return undefined;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [segment.getUint16(7), segment.getUint16(5)];
    if (marker === 0xda) return undefined;
    // Fill bytes of 0xFF may stand before a marker.
    at += marker === 0xff ? 1 : 2 + segment.getUint16(2);
  }
  return undefined;
}

/** The largest size of any item. An item is a tile or the picture made of tiles; each has an `ispe` box. */
function sizeOfHeif(bytes: FileBytes): readonly [number, number] | undefined {
  const head = new DataView(bytes.at(0, BOXES_BYTES).buffer);
  let largest: readonly [number, number] | undefined;
  for (let at = 0; at + 16 <= head.byteLength; at += 1) {
    // 'ispe' in ASCII. Version and flags, then width and height follow.
    if (head.getUint32(at) !== 0x69737065) continue;
    const [width, height] = [head.getUint32(at + 8), head.getUint32(at + 12)];
    if (!largest || width * height > largest[0] * largest[1]) largest = [width, height];
  }
  return largest;
}

function textIn(bytes: FileBytes): Identity | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes.at(0));
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  if (NO_TEXT.test(text)) return undefined;
  const isSvg = /^\s*<svg\b/i.test(text.slice(0, PROLOGUE_CHARACTERS).replaceAll(XML_PROLOGUE, ''));
  return isSvg ? { mediaType: 'image/svg+xml' } : { mediaType: 'text/plain', text };
}
