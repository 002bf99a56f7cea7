/** Runs in the page: another script of the site takes all the room that is left. */
export function fillStorage(): void {
  for (const area of [localStorage, sessionStorage]) {
    for (let size = 2_000_000, count = 0; size > 1; count += 1) {
      try {
        area.setItem(`filler ${count}`, '.'.repeat(size));
      } catch {
        // Too much: half of it.
        size = Math.floor(size / 2);
      }
    }
  }
}

/** Runs in the page: gives that room back; false where there was none. */
export function freeStorage(): boolean {
  const all = [localStorage, sessionStorage].flatMap((area) =>
    Object.keys(area).map((key) => ({ area, key })),
  );
  const fillers = all.filter(({ key }) => key.startsWith('filler '));
  for (const { area, key } of fillers) area.removeItem(key);
  return fillers.length > 0;
}
