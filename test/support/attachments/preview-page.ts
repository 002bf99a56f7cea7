import { prepareFile } from '../../../widget/attachments/prepare-file.ts';

// Runs in a page: makes a photo like that of a phone, and measures the time until its preview.

/** How one photo was prepared. */
export interface Preview {
  /** Milliseconds from the file to its thumbnail. */
  readonly shownMs: number;
  /** Milliseconds of the longest task of the main thread until the whole file was ready; 0 where all took less than 50. */
  readonly longestTaskMs: number;
}

/** What a benchmark sees of the page. */
export interface PreviewPage {
  /** Makes a photo of 12 megapixels; resolves with its bytes. */
  take(): Promise<number>;
  /** Prepares the photo as if it was chosen now. */
  preview(): Promise<Preview>;
}

let photo = new Blob();

const page: PreviewPage = {
  async take() {
    const canvas = new OffscreenCanvas(4_000, 3_000);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('expected a canvas');
    // With shapes of all sizes the file has 3 to 4 MB, like a photo.
    for (let index = 0; index < 60_000; index += 1) {
      context.fillStyle = `hsl(${(index * 47) % 360} 60% ${20 + ((index * 31) % 60)}% / 50%)`;
      const side = 4 + ((index * 13) % 90);
      context.fillRect((index * 7_919) % 4_000, (index * 104_729) % 3_000, side, side);
    }
    photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return photo.size;
  },
  async preview() {
    // A file of its own: nothing of it is decoded yet.
    const file = new Blob([await photo.arrayBuffer()]);
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const start = performance.now();
    let shown = Number.NaN;
    const show = (): void => void (shown = performance.now());
    await prepareFile(file, ['images'], show);
    // Entries come a little later.
    await new Promise((resolve) => setTimeout(resolve, 200));
    observer.disconnect();
    return { shownMs: shown - start, longestTaskMs };
  },
};
Object.assign(globalThis, { previewing: page });
