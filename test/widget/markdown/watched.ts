/** Counts calls of `hit()` and requests to other origins during an action. */
export async function watched(
  act: (box: HTMLElement) => void | Promise<void>,
): Promise<{ hits: number; requests: string[] }> {
  let hits = 0;
  Object.assign(window, { hit: () => hits++ });
  const isForeign = ({ name }: PerformanceEntry): boolean => name.includes('evil.example');
  performance.clearResourceTimings();
  const box = document.createElement('div');
  document.body.append(box);
  await act(box);
  for (const link of box.querySelectorAll('a')) {
    link.addEventListener(
      'click',
      (event) => /^(?:https?|mailto|tel):/.test(link.protocol) && event.preventDefault(),
    );
    link.click();
  }
  for (const details of box.querySelectorAll('details')) details.open = true;
  // This image runs its own error handler. When it has run, the handlers of the hostile images would have run
  // as well.
  const image = new Image();
  const loaded = new Promise((resolve) => image.addEventListener('error', resolve, { once: true }));
  image.src = import.meta.url;
  await loaded;
  box.remove();
  return {
    hits,
    requests: performance
      .getEntriesByType('resource')
      .filter(isForeign)
      .map(({ name }) => name),
  };
}
