import { endCommandsOnSignal } from '../../widget/build/run-command.ts';

/** Ends this process, and the commands that it runs, when somebody interrupts it. The signal tells all else that runs. */
export function endOnInterrupt(): AbortSignal {
  const interrupt = new AbortController();
  // Listeners are called in their order: the last one ends this process.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupt.abort());
  endCommandsOnSignal();
  return interrupt.signal;
}
