import type { Clock } from './clock.ts';

/**
 * Waits for a time, or until the device wakes, and then for the device to be online. Throws the signal's reason once
 * that is aborted.
 */
export async function pause(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  if (milliseconds > 0) await unlessAborted(signal, (resolve) => afterOrAwake(milliseconds, clock, resolve));
  if (globalThis.navigator?.onLine === false) await unlessAborted(signal, whenOnline);
}

/** `start` begins to wait and returns a function that ends the wait. */
async function unlessAborted(signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = start(finish);
    signal.addEventListener('abort', finish);
    function finish(): void {
      signal.removeEventListener('abort', finish);
      end();
      resolve();
    }
  });
  signal.throwIfAborted();
}

function afterOrAwake(milliseconds: number, clock: Clock, resolve: () => void): () => void {
  const ends = [clock.after(milliseconds, resolve), clock.whenAwake(resolve)];
  return () => ends.forEach((end) => end());
}

function whenOnline(resolve: () => void): () => void {
  addEventListener('online', resolve);
  return () => removeEventListener('online', resolve);
}
