import { openChromium } from './browser/chromium-tabs.ts';
import { openFirefox } from './browser/firefox-tabs.ts';
import { runWalk, type WalkedWalk } from './run-walk.ts';
import { runSideBySide } from './side-by-side.ts';
import { planWalk } from './walk-plan.ts';

type Engine = 'chromium' | 'firefox';

/** Walks side by side: as many as two processors bear without a wait that ends for want of time. */
const LANES = 4;

/** Plans and walks the walks with these numbers, four side by side unless told otherwise; `tell` is given each at its end. */
export async function runWalks(
  given: readonly number[],
  tell: (walked: WalkedWalk) => void,
  { laneCount = LANES, engine = 'chromium' }: { readonly laneCount?: number; readonly engine?: Engine } = {},
): Promise<readonly WalkedWalk[]> {
  const browser = await (engine === 'firefox' ? openFirefox() : openChromium());
  try {
    return await runSideBySide(given, {
      laneCount,
      run: (number, lane) => runWalk(planWalk(number), lane, browser),
      tell,
    });
  } finally {
    await browser.close();
  }
}

/** A broken walk as lines to read: how it went, which promises it broke, how to walk it again. */
export function describeWalk({ walk, lines, faults }: WalkedWalk): string {
  return [
    `walk ${walk.number} (${walk.site}, ${walk.persist}); again: npm run bench -- walks --walks 1 --seed ${walk.number}`,
    ...lines.map((line, index) => `  ${String(index + 1).padStart(2)}. ${line}`),
    ...faults.map(({ invariant, details }) => `  broken: ${invariant}: ${details}`),
  ].join('\n');
}
