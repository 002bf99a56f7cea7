const WEBP = 'image/webp';
const JPEG = 'image/jpeg';
/** The type of what is written. Safari writes PNG where it is asked for WebP. */
const TYPE = document.createElement('canvas').toDataURL(WEBP).startsWith(`data:${WEBP}`) ? WEBP : JPEG;
/** The longest side of a picture that models look at whole. */
const LONGEST_SIDE = 1_568;
const QUALITY = 0.85;
/** The longest sides of a thumbnail; each is tried where the one before has too many bytes. */
const THUMBNAIL_SIDES = [192, 128, 64, 32];
const THUMBNAIL_QUALITY = 0.6;
const THUMBNAIL_CHARACTERS = 8_192;
/** A photo of more pixels than these is decoded smaller than it is, where the browser can. */
const LARGE_PIXELS = 5_000_000;

/**
 * Draws a picture anew, as its camera was held: its first frame, at most 1,568 pixels long, as WebP, or as JPEG where the browser
 * writes none, and without any of its metadata. Rejects, or resolves with null, where the browser cannot decode the picture, or has
 * no memory for it.
 *
 * In Chromium decoding and writing leave the main thread alone, but for writing JPEG. So this needs no worker, which the policies
 * of many pages forbid.
 *
 * @param pixels width times height
 * @param show gets the thumbnail, a `data:` address, before the rest is done
 */
export async function redraw(
  picture: Blob,
  pixels: number,
  show: (thumbnail: string) => void,
): Promise<Blob | null> {
  const bitmap = await decode(picture, pixels);
  const canvas = drawn(bitmap, LONGEST_SIDE);
  // 12 megapixels are 48 MB.
  bitmap.close();
  const written = encode(canvas);
  // The picture and its thumbnail are drawn in two short tasks of the main thread, not in a long one.
  await new Promise((resolve) => setTimeout(resolve));
  show(thumbnailOf(canvas));
  return written;
}

/**
 * Decodes a picture. An `ImageDecoder` decodes a JPEG at eighths of its size, in half the time; only browsers that know the
 * rotation of a frame draw it as its camera was held.
 */
async function decode(picture: Blob, pixels: number): Promise<ImageBitmap> {
  const isScaled =
    picture.type === JPEG &&
    pixels > LARGE_PIXELS &&
    'ImageDecoder' in globalThis &&
    'rotation' in VideoFrame.prototype;
  if (!isScaled) return createImageBitmap(picture);
  // The decoder takes the most eighths that fit into this area: with one more than is needed, never fewer than are needed.
  const side = LONGEST_SIDE + Math.sqrt(pixels) / 8;
  const decoder = new ImageDecoder({
    data: await picture.arrayBuffer(),
    type: JPEG,
    desiredWidth: side,
    desiredHeight: side,
  });
  const { image } = await decoder.decode();
  const bitmap = await createImageBitmap(image);
  image.close();
  return bitmap;
}

/** Of the small picture, and at once: writing so few pixels takes less time than waiting for another thread. */
function thumbnailOf(picture: HTMLCanvasElement): string {
  for (const side of THUMBNAIL_SIDES) {
    const url = drawn(picture, side).toDataURL(TYPE, THUMBNAIL_QUALITY);
    if (url.length <= THUMBNAIL_CHARACTERS) return url;
  }
  return '';
}

function drawn(source: ImageBitmap | HTMLCanvasElement, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(source.width, source.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('too many canvases');
  if (TYPE === JPEG) {
    // A JPEG has no transparency: what is clear would be black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
}
