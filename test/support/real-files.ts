/** The location in the metadata of a photo. */
export const POSITION = 'GPSLatitude=52.5200 GPSLongitude=13.4050';

/** Bytes of a file, in pieces. */
type Pieces = readonly (Uint8Array | string | readonly number[])[];

/** Joins the pieces; a text is encoded as Latin-1. */
export function joined(...pieces: Pieces): Uint8Array<ArrayBuffer> {
  const bytes = pieces.map((piece) =>
    typeof piece === 'string'
      ? Uint8Array.from(piece, (character) => character.charCodeAt(0))
      : Uint8Array.from(piece),
  );
  const all = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of bytes) {
    all.set(each, at);
    at += each.length;
  }
  return all;
}

/** A copy with other bytes in one place. */
export function patched(
  file: Uint8Array,
  at: number,
  bytes: Uint8Array | readonly number[],
): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(file);
  copy.set(bytes, at);
  return copy;
}

/** A number as four bytes, the highest first. */
export function be32(value: number): readonly number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

/** A JPEG with a segment behind its first marker; 0xE1 is that of Exif and XMP. */
export function withSegment(jpeg: Uint8Array, marker: number, content: string): Uint8Array<ArrayBuffer> {
  const length = content.length + 2;
  const segment = joined([0xff, marker, length >> 8, length & 0xff], content);
  return joined(jpeg.subarray(0, 2), segment, jpeg.subarray(2));
}

/** A PNG with a chunk behind its header. */
export function withChunk(png: Uint8Array, type: string, content: string): Uint8Array<ArrayBuffer> {
  const body = joined(type, content);
  const chunk = joined(be32(content.length), body, be32(crc32(body)));
  return joined(png.subarray(0, 33), chunk, png.subarray(33));
}

/** A WebP with losses, which has no extended header, as one with metadata. */
export function withExif(webp: Uint8Array, content: string): Uint8Array<ArrayBuffer> {
  const le32 = (value: number): readonly number[] => be32(value).toReversed();
  const { buffer, byteOffset } = webp;
  const sides = [26, 28].map((at) => new DataView(buffer, byteOffset).getUint16(at, true) & 0x3fff);
  const header = joined('VP8X', le32(10), [8, 0, 0, 0], ...sides.map((side) => le32(side - 1).slice(0, 3)));
  const padded = content.length % 2 === 0 ? content : `${content}\0`;
  const body = joined('WEBP', header, webp.subarray(12), 'EXIF', le32(content.length), padded);
  return joined('RIFF', le32(body.length), body);
}

/** https://www.w3.org/TR/png-3/#D-CRCAppendix */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
