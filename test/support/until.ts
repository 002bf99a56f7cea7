const PAUSE_MS = 10;
const PATIENCE_MS = 30_000;

/**
 * Calls `ask` until its value satisfies the condition, and returns the value. Throws after 30 seconds, with the last value.
 */
export async function until<T>(ask: () => T | Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (isWanted(value)) return value;
    if (performance.now() > end) throw new Error(`still not as wanted: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
