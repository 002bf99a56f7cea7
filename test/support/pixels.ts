import { executeServerCommand } from '@web/test-runner-commands';

/** Differences of a colour up to this come from the smoothing of edges, which depends on the size of the page. */
const MOST_SMOOTHING = 40;

/** A box of the window: x, y, width, height. */
export type Box = readonly number[];

/** The pixels in some boxes of the window: four bytes for each pixel. */
export async function drawnIn(boxes: readonly Box[]): Promise<Uint8ClampedArray> {
  // WebKit takes a screenshot of the last painted frame: wait until the current state is painted.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const image = await executeServerCommand('screenshot');
  const png = await fetch(`data:image/png;base64,${String(image)}`);
  const bitmap = await createImageBitmap(await png.blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('this browser draws no canvas');
  context.drawImage(bitmap, 0, 0);
  const parts = boxes.map((box) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Math.round);
    return context.getImageData(x, y, width, height).data;
  });
  return Uint8ClampedArray.from(parts.flatMap((part) => [...part]));
}

/** How much of two drawings, from 0 to 1, differs by more than the smoothing of an edge. */
export function compareDrawings(some: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let count = Math.abs(some.length - other.length) / 4;
  for (let at = 0; at < Math.min(some.length, other.length); at += 4) {
    const isDifferent = [0, 1, 2].some(
      (channel) => Math.abs((some[at + channel] ?? 0) - (other[at + channel] ?? 0)) > MOST_SMOOTHING,
    );
    if (isDifferent) count += 1;
  }
  return (count * 4) / other.length;
}

/** How many colours a drawing has: one for an empty box. */
export function countColors({ buffer }: Uint8ClampedArray): number {
  return new Set(new Uint32Array(buffer)).size;
}
