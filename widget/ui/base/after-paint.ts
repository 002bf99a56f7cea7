/** Calls `read` when the browser has just drawn a frame: reading sizes and places then makes it lay out nothing. */
export function afterPaint(read: () => void): void {
  requestAnimationFrame(() => setTimeout(read));
}

/** Longest wait for a frame: a page that is not seen draws none. */
const FRAME_MS = 100;

/** Resolves when what stands on the page by now has been drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    afterPaint(resolve);
    setTimeout(resolve, FRAME_MS);
  });
}
