/** A time of day, with its weekday unless it is today; `milliseconds` since the epoch. */
export function formatTime(milliseconds: number, locale: string): string {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ weekday: 'long' } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(date);
}

/** Minutes and seconds: 90 gives "1:30". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
