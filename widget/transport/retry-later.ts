import { type Clock, SYSTEM_CLOCK } from './clock.ts';

/** Calls `callback` once: after a time, or as soon as the device may have another network, as when it is online again. */
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
