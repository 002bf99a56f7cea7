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
  try {
    show(await thumbnailOf(bitmap));
    return await drawn(bitmap, LONGEST_SIDE, QUALITY);
  } finally {
    bitmap.close();
  }
}

async function thumbnailOf(bitmap: ImageBitmap): Promise<string> {
  for (const side of THUMBNAIL_SIDES) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that fits
    const url = await toDataUrl(await drawn(bitmap, side, THUMBNAIL_QUALITY));
    if (url.length <= THUMBNAIL_CHARACTERS) return url;
  }
  return '';
}

async function drawn(bitmap: ImageBitmap, longestSide: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const draw = (background: string): void => {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('expected a canvas, got none: too many are in use');
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  };
  draw('transparent');
  const webp = await encode(canvas, 'image/webp', quality);
  if (webp.type === 'image/webp') return webp;
  // A JPEG has no transparency: what was clear would be black.
  draw('white');
  return encode(canvas, 'image/jpeg', quality);
}

/** A browser that does not write this type writes PNG. */
function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be written'))),
      type,
      quality,
    ),
  );
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () =>
      reject(reader.error ?? new Error('the picture could not be read')),
    );
    reader.readAsDataURL(blob);
  });
}
