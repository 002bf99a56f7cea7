import { type Clock, SYSTEM_CLOCK } from './clock.ts';

/** Calls `callback` once: after a time, or earlier, when the device wakes up or is online again. */
export function retryLater(
  milliseconds: number,
  callback: () => void,
  clock: Pick<Clock, 'after' | 'whenAwake'> = SYSTEM_CLOCK,
): void {
  const retry = (): void => {
    cancelTimer();
    unlisten();
    callback();
  };
  const cancelTimer = clock.after(milliseconds, retry);
  const unlisten = clock.whenAwake(retry);
}
