import { until } from '../../support/until.ts';
import { CHAT_ACTS } from './chat-acts.ts';
import { HASTY_ACTS } from './hasty-acts.ts';
import { freeStorage } from './page-storage.ts';
import type { Visitor } from './visitor.ts';
import type { Step } from './walk-plan.ts';
import { WORLD_ACTS } from './world-acts.ts';

const ACTS = { ...CHAT_ACTS, ...HASTY_ACTS };

/** Lets the visitor do a step, or something happen; a line that tells it, or undefined where it was passed over. */
export async function takeStep(visitor: Visitor, { action, pick }: Step): Promise<string | undefined> {
  try {
    const details = await (WORLD_ACTS[action]?.(visitor, pick, await visitor.look()) ??
      ACTS[action]?.(visitor, pick, await visitor.arrive()));
    return details === undefined ? undefined : `${action} ${details}`.trim();
  } catch (error) {
    // The control went away before the press, or its code did not come. Or the tab shows an error page of the browser, without storage.
    if (
      !(error instanceof Error) ||
      !/Timeout|detached|closed|destroyed|no chat|SecurityError/.test(error.message)
    )
      throw error;
    // A press beside the chat closes a menu that came late. Escape would also close an edit box.
    await visitor.tab.click({ x: 1, y: 1 });
    return `${action}: in vain (${error.message.split('\n')[0]})`;
  }
}

/** Ends all disturbances: the network is back, the backend runs, the storage has room. */
export async function heal(visitor: Visitor): Promise<void> {
  const { lane, profile, tabs } = visitor;
  visitor.becomeThorough();
  lane.front.healFiles();
  visitor.isOffline = false;
  await profile.setOffline(false);
  for (const tab of tabs) {
    await tab.show();
    // The browser's own page of an error: the chat's "Reload" was pressed without a network.
    if (await tab.evaluate(() => !location.protocol.startsWith('http'), undefined)) await tab.reload();
    // A page that is being left has no storage to free.
    await until(
      () =>
        tab
          .evaluate(() => location.protocol.startsWith('http') && document.readyState, undefined)
          .catch(() => ''),
      (state) => state === 'complete',
    );
    await tab.evaluate(freeStorage, undefined);
  }
}
