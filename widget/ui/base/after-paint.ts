/** Calls `read` when the browser has just drawn a frame: reading sizes and places then makes it lay out nothing. */
export function afterPaint(read: () => void): void {
  requestAnimationFrame(() => setTimeout(read));
}
