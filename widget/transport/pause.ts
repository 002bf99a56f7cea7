import type { Clock } from './clock.ts';

/** Waits so many milliseconds, and then for the device to be online. Throws the signal's reason once that is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  if (milliseconds > 0) await unlessAborted(signal, (resolve) => clock.after(milliseconds, resolve));
  if (globalThis.navigator?.onLine === false) await unlessAborted(signal, whenOnline);
}

/** `start` begins to wait and returns what ends that. */
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

function whenOnline(resolve: () => void): () => void {
  addEventListener('online', resolve);
  return () => removeEventListener('online', resolve);
}
