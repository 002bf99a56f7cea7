import type { Thread } from './thread.ts';

/** The conversations of one day, or the pinned ones. */
export interface ThreadGroup {
  readonly label: string;
  readonly threads: readonly Thread[];
}

/** Groups a sorted list of conversations. `pinned` is the label of the pinned ones. */
export function groupByDay(
  threads: readonly Thread[],
  { language, pinned, now = Date.now() }: { language: string; pinned: string; now?: number },
): readonly ThreadGroup[] {
  const groups = new Map<string, Thread[]>();
  for (const thread of threads) {
    const label = thread.isPinned ? pinned : dayLabel(thread.updatedAt, language, now);
    groups.set(label, [...(groups.get(label) ?? []), thread]);
  }
  return [...groups].map(([label, members]) => ({ label, threads: members }));
}

/** `Today`, `Yesterday`, or the date, in a language. */
function dayLabel(time: number, language: string, now: number): string {
  const days = daysBetween(time, now);
  const label =
    days < 2
      ? new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day')
      : new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(time);
  return label.charAt(0).toLocaleUpperCase(language) + label.slice(1);
}

/** The number of midnights between two times; 0 if the clock was set back. */
function daysBetween(time: number, now: number): number {
  // Rounded, because a day on which the clock changes has 23 or 25 hours.
  return Math.max(0, Math.round((midnight(now) - midnight(time)) / 86_400_000));
}

/** The midnight before a time, in the visitor's time zone. */
function midnight(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
