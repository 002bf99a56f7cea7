import { fill, type Strings } from '../../strings/strings.ts';

const DAY_MS = 86_400_000;

/** When the visitor may ask again: "at 2:05 PM", on another day "tomorrow at 2:05 PM". `milliseconds` since the epoch. */
export function formatAskAgain(milliseconds: number, strings: Strings, locale: string): string {
  const date = new Date(milliseconds);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(date);
  // Rounded, because midnights are 23 or 25 hours apart when the clock changes.
  const days = Math.round((date.setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / DAY_MS);
  if (days === 0) return fill(strings.askAgainAt, { time });
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return fill(strings.askAgainOn, { day, time });
}

/** Minutes and seconds: 90 gives "1:30". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
