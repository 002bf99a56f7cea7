import { warmUp } from '../../../markdown/warm-up.ts';
import { whenIdle } from '../../base/when-idle.ts';

/** Longest time for one piece of work, in milliseconds: less than half a frame. */
const PIECE_MS = 5;

let isDone = false;

/**
 * Warms up the drawing of answers while the page is idle, once per page, so that the first answer is drawn as fast as later
 * ones. Not where the visitor saves data.
 */
export function warmUpAnswers(signal: AbortSignal): void {
  if (isDone || navigator.connection?.saveData) return;
  isDone = true;
  const steps = warmUp();
  const go = (): void => {
    const end = performance.now() + PIECE_MS;
    while (!signal.aborted && performance.now() < end) if (steps.next().done) return;
    if (!signal.aborted) whenIdle(go);
  };
  whenIdle(go);
}
