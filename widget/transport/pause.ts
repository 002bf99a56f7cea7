import type { Clock } from './clock.ts';

/**
 * Waits for a time, or until the device wakes up; then until the device is online. Throws the signal's reason once
 * the signal is aborted.
 */
export async function pause(milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> {
  if (milliseconds > 0)
    await unlessAborted<void>(signal, (resolve) => afterOrAwake(milliseconds, clock, resolve));
  if (globalThis.navigator?.onLine === false) await unlessAborted<void>(signal, whenOnline);
}

/**
 * Starts a wait and resolves with its result. `start` begins the wait and returns a function that ends it. Throws the
 * signal's reason once the signal is aborted.
 */
export async function unlessAborted<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void) => () => void,
): Promise<T> {
  signal.throwIfAborted();
  const value = await new Promise<T>((resolve, reject) => {
    const end = start((result) => {
      leave();
      resolve(result);
    });
    signal.addEventListener('abort', handleAbort);
    function handleAbort(): void {
      leave();
      reject(signal.reason);
    }
    function leave(): void {
      signal.removeEventListener('abort', handleAbort);
      end();
    }
  });
  signal.throwIfAborted();
  return value;
}

function afterOrAwake(milliseconds: number, clock: Clock, resolve: () => void): () => void {
  const ends = [clock.after(milliseconds, resolve), clock.whenAwake(resolve)];
  return () => ends.forEach((end) => end());
}

function whenOnline(resolve: () => void): () => void {
  addEventListener('online', resolve);
  return () => removeEventListener('online', resolve);
}
