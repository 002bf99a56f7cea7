import type { Lane } from './lane.ts';
import { Service } from './service.ts';

/** Options of {@link runSideBySide}. */
export interface SideBySide<Item, Result> {
  readonly laneCount: number;
  readonly run: (item: Item, lane: Lane) => Promise<Result>;
  /** Called with each result when it is there. */
  readonly tell: (result: Result) => void;
}

/** Runs all items, so many at a time, each with a Worker of its own: it may be killed. */
export async function runSideBySide<Item, Result>(
  items: readonly Item[],
  { laneCount, run, tell }: SideBySide<Item, Result>,
): Promise<readonly Result[]> {
  const left = items.values();
  const results: Result[] = [];
  const services = await Promise.all(
    Array.from({ length: Math.min(laneCount, items.length) }, () => Service.open(1)),
  );
  const work = async (lane: Lane): Promise<void> => {
    // The lanes share the iterator: each takes the next item when it is free.
    for (const item of left) {
      // oxlint-disable-next-line no-await-in-loop -- one visitor after the other
      const result = await run(item, lane);
      results.push(result);
      tell(result);
    }
  };
  try {
    await Promise.all(services.flatMap(({ lanes }) => lanes).map(work));
    return results;
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}
