import { CHAT_ACTS } from './chat-acts.ts';
import { freeStorage } from './page-storage.ts';
import type { Visitor } from './visitor.ts';
import type { Step } from './walk-plan.ts';
import { WORLD_ACTS } from './world-acts.ts';

/** Lets the visitor do a step, or something happen; a line that tells it, or undefined where it was passed over. */
export async function takeStep(visitor: Visitor, { action, pick }: Step): Promise<string | undefined> {
  try {
    const details = await (WORLD_ACTS[action]?.(visitor, pick, await visitor.look()) ??
      CHAT_ACTS[action]?.(visitor, pick, await visitor.arrive()));
    return details === undefined ? undefined : `${action} ${details}`.trim();
  } catch (error) {
    // The control went away before the hand was there, or its code did not come. The browser's own page of an error has no storage.
    if (
      !(error instanceof Error) ||
      !/Timeout|attached|detached|closed|destroyed|no chat|SecurityError/.test(error.message)
    )
      throw error;
    // Beside the chat: closes a menu that came late. Escape would close a text box, too.
    await visitor.page.mouse.click(1, 1);
    return `${action}: in vain (${error.message.split('\n')[0]})`;
  }
}

/** Undoes all that makes the world worse than it was. */
export async function heal(visitor: Visitor): Promise<void> {
  const { lane, context, tabs } = visitor;
  visitor.becomeThorough();
  lane.front.healFiles();
  visitor.isOffline = false;
  await context.setOffline(false);
  for (const page of tabs) {
    // The browser's own page of an error: the chat's "Reload" was pressed without a network.
    if (page.url().startsWith('chrome-error:')) await page.reload();
    // A page that is being left has no storage to free.
    await page.waitForLoadState();
    await page.evaluate(freeStorage);
  }
}
