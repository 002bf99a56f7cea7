/** Calls `read` right after the browser has painted a frame: reading sizes and positions then causes no extra layout. */
export function afterPaint(read: () => void): void {
  requestAnimationFrame(() => setTimeout(read));
}

/** Longest wait for a frame. A hidden page is not painted. */
const FRAME_MS = 100;

/** Resolves when the current content of the page has been painted. */
export function whenPainted(): Promise<void> {
  return new Promise((resolve) => {
    afterPaint(resolve);
    setTimeout(resolve, FRAME_MS);
  });
}
