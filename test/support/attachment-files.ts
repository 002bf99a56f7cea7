import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';

const FOLDER = join(ROOT, 'test/fixtures/attachments');

/** A small file of `fixtures/attachments/`, made by libvips. */
export function attachment(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

/** A file as a `data:` address, as clients send it. */
export function dataUrl(bytes: Uint8Array, mediaType = 'image/png'): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
}

const be32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};
const png = attachment('picture.png');

/** The same picture with another size in its header. */
export function pngOfSize(width: number, height: number): Buffer {
  return Buffer.concat([png.subarray(0, 16), be32(width, height), png.subarray(24)]);
}

/** A picture whose file has this many bytes. */
export function pngOfBytes(bytes: number): Buffer {
  return Buffer.concat([png, Buffer.alloc(bytes - png.length, 7)]);
}

/** A PDF of one empty page. */
export const PDF = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 9 9]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
);
