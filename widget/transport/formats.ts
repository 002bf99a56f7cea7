import { ChatError } from '../protocol/chat-error.ts';
import type { Clock } from './clock.ts';
import { pause, unlessAborted } from './pause.ts';
import type { FORMATS } from './choose-framing.ts';

/** The code that reads all formats but our Worker's. */
export type Formats = typeof FORMATS;

/** Pauses before the code is asked for again, while an answer waits for it. */
const PAUSES_MS = [0, 1_000, 4_000];

let loading: Promise<Formats> | undefined;

/** Begins to load the code, or is given what was begun. Rejects where it does not come; the next call tries again. */
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
 * Loads code for an answer that is here already: more than once, because it was paid for. Throws `blocked`, and the
 * signal's reason once that is aborted, also while a file hangs.
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

/** Code, or undefined where it does not come. Throws the signal's reason once that is aborted, also while a file hangs. */
export function tryToLoad<T extends object>(
  load: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  return unlessAborted<T | undefined>(signal, (resolve) => {
    load().then(resolve, () => resolve(undefined));
    return () => undefined;
  });
}
