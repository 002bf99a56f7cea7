const WEBP = 'image/webp';
const JPEG = 'image/jpeg';
/** The longest side of a picture that models look at whole. */
const LONGEST_SIDE = 1_568;
const QUALITY = 0.85;
/** The longest sides of a thumbnail; each is tried where the one before has too many bytes. */
const THUMBNAIL_SIDES = [192, 128, 64, 32];
const THUMBNAIL_QUALITY = 0.6;
const THUMBNAIL_CHARACTERS = 8_192;

/**
 * Draws a picture anew, as its camera was held: its first frame, at most 1,568 pixels long, as WebP, or as JPEG where the browser
 * writes none, and without any of its metadata. Throws what the browser throws for a picture that it cannot decode.
 *
 * In Chromium decoding, scaling and writing leave the main thread alone, but for scaling by `createImageBitmap` itself and for
 * writing JPEG. So this needs no worker, which the policies of many pages forbid.
 *
 * @param show gets the thumbnail, a `data:` address, before the rest is done
 */
export async function redraw(picture: Blob, show: (thumbnail: string) => void): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = drawn(bitmap, LONGEST_SIDE);
  // 12 megapixels are 48 MB.
  bitmap.close();
  show(thumbnailOf(canvas));
  const webp = await encode(canvas, WEBP);
  if (webp.type === WEBP) return webp;
  whiten(canvas);
  return encode(canvas, JPEG);
}

/** Of the small picture, and at once: writing so few pixels takes less time than waiting for another thread. */
function thumbnailOf(picture: HTMLCanvasElement): string {
  for (const side of THUMBNAIL_SIDES) {
    const canvas = drawn(picture, side);
    let url = canvas.toDataURL(WEBP, THUMBNAIL_QUALITY);
    if (!url.startsWith(`data:${WEBP}`)) {
      whiten(canvas);
      url = canvas.toDataURL(JPEG, THUMBNAIL_QUALITY);
    }
    if (url.length <= THUMBNAIL_CHARACTERS) return url;
  }
  return '';
}

function drawn(source: ImageBitmap | HTMLCanvasElement, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(source.width, source.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A JPEG has no transparency: what was clear would be black. */
function whiten(canvas: HTMLCanvasElement): void {
  const context = contextOf(canvas);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('expected a canvas, got none: too many are in use');
  return context;
}

/** A browser that does not write this type writes PNG. */
function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be written'))),
      type,
      QUALITY,
    ),
  );
}
