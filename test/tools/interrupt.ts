import { endCommandsOnSignal } from '../../widget/build/run-command.ts';

/** Ends this process and its commands when somebody interrupts it. The returned signal aborts then, to end everything else. */
export function endOnInterrupt(): AbortSignal {
  const interrupt = new AbortController();
  // Listeners are called in the order in which they were added. The last one ends this process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  endCommandsOnSignal();
  return interrupt.signal;
}
