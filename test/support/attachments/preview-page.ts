import { prepareFile } from '../../../widget/attachments/prepare-file.ts';

// Runs in a page: a photo as a phone takes it, and how long it is until its preview.

/** What a benchmark sees of the page. */
export interface PreviewPage {
  /** Makes a photo of 12 megapixels; resolves with its bytes. */
  take(): Promise<number>;
  /** Milliseconds from the file to its thumbnail. */
  preview(): Promise<number>;
}

let photo = new Blob();

const page: PreviewPage = {
  async take() {
    const canvas = new OffscreenCanvas(4_000, 3_000);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('expected a canvas');
    // Shapes of all sizes: 3 to 4 MB, as a photo has.
    for (let index = 0; index < 60_000; index += 1) {
      context.fillStyle = `hsl(${(index * 47) % 360} 60% ${20 + ((index * 31) % 60)}% / 50%)`;
      const side = 4 + ((index * 13) % 90);
      context.fillRect((index * 7_919) % 4_000, (index * 104_729) % 3_000, side, side);
    }
    photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return photo.size;
  },
  async preview() {
    const start = performance.now();
    let shown = Number.NaN;
    const show = (): void => void (shown = performance.now());
    // A file of its own: nothing of it is decoded yet.
    await prepareFile(new Blob([await photo.arrayBuffer()]), ['images'], show);
    return shown - start;
  },
};
Object.assign(globalThis, { previewing: page });
