import { ChatError } from '../protocol/chat-error.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { pause, unlessAborted } from './pause.ts';
import type { FORMATS } from './choose-framing.ts';

/** The code that reads all formats but our Worker's. */
export type Formats = typeof FORMATS;

/** Pauses between attempts to load the code while an answer waits for it. */
const PAUSES_MS = [0, 1_000, 4_000];

let loading: Promise<Formats> | undefined;

/** Loads the code, once for all callers. Rejects where it does not load; the next call tries again. */
export function loadFormats(): Promise<Formats> {
  loading ??= importFormats().catch((cause: unknown) => {
    loading = undefined;
    throw cause;
  });
  return loading;
}

async function importFormats(): Promise<Formats> {
  return (await import('./choose-framing.ts')).FORMATS;
}

/**
 * Loads code for an answer that has arrived already. Tries several times, because the answer was paid for. Throws
 * `blocked` after the last attempt, and the signal's reason as soon as it is aborted, also while a file hangs.
 */
export async function waitForCode<T extends object>(
  load: () => Promise<T>,
  signal: AbortSignal,
  clock: Clock,
): Promise<T> {
  for (const milliseconds of PAUSES_MS) {
    // oxlint-disable no-await-in-loop -- one try after the other
    await pause(milliseconds, signal, clock);
    const code = await tryToLoad(load, signal);
    // oxlint-enable no-await-in-loop
    if (code) return code;
  }
  throw new ChatError('blocked', 'the code that reads this format did not come');
}

/**
 * Code, or undefined where it does not come, or not in time. Throws the signal's reason once that is aborted, also while a file hangs.
 */
export function tryToLoad<T extends object>(
  load: () => Promise<T>,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<T | undefined> {
  return unlessAborted<T | undefined>(signal, (resolve) => {
    load().then(resolve, () => resolve(undefined));
    return timeoutMs === undefined
      ? () => undefined
      : SYSTEM_CLOCK.after(timeoutMs, () => resolve(undefined));
  });
}
