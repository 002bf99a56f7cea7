import type { Browser, CDPSession } from 'playwright-core';

/** Milliseconds of CPU on the main thread. */
export interface FrameTimes {
  /** Each task that ran animation frame callbacks: script, styles, layout and paint of one frame. */
  readonly frames: readonly number[];
  /** The longest task of all. */
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Start and duration by the clock, and duration by CPU time, in microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Starts a trace of the browser. The returned function ends the trace and resolves with the times in it. */
export async function startTrace(browser: Browser): Promise<() => Promise<FrameTimes>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } });
  return async () => {
    await endTrace(session);
    return timesOf(events);
  };
}

async function endTrace(session: CDPSession): Promise<void> {
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
  await session.detach();
}

function timesOf(events: readonly TraceEvent[]): FrameTimes {
  const callbacks = events.filter(({ name }) => name === 'FireAnimationFrame');
  const [{ pid, tid } = { pid: 0, tid: 0 }] = callbacks;
  const tasks = events
    .filter((event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid)
    .toSorted((a, b) => a.ts - b.ts);
  const starts = callbacks.map(({ ts }) => ts).toSorted((a, b) => a - b);
  let next = 0;
  const drawing = tasks.filter(({ ts, dur = 0 }) => {
    while ((starts[next] ?? Infinity) < ts) next++;
    return (starts[next] ?? Infinity) < ts + dur;
  });
  const milliseconds = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;
  return { frames: drawing.map(milliseconds), longest: Math.max(...tasks.map(milliseconds)) };
}
