import type { Acts } from './act.ts';
import { fillStorage, freeStorage } from './page-storage.ts';
import type { Visitor } from './visitor.ts';

const MAX_TABS = 3;
const DELAY_MS = 400;
const A_MOMENT_MS = 500;

/** What needs no chat on the page: pages, tabs, network, Worker, storage, files. */
export const WORLD_ACTS: Acts = {
  reload: async ({ page, isOffline }) => {
    if (isOffline) return undefined;
    await page.reload({ waitUntil: 'commit' });
    return '';
  },
  'follow a link': async ({ page, isOffline }) => {
    if (isOffline) return undefined;
    const isFirst = new URL(page.url()).pathname === '/a';
    // Both at once: where the click fails, nobody would look at the failure of the other.
    await Promise.all([
      page.waitForURL(isFirst ? '**/b?*' : '**/a?*', { waitUntil: 'commit' }),
      page.getByRole('link', { name: isFirst ? 'Second page' : 'First page' }).click(),
    ]);
    return '';
  },
  back: async ({ page, isOffline }) => {
    const canGoBack = await page.evaluate(() => navigation.canGoBack);
    if (isOffline || !canGoBack) return undefined;
    await page.goBack({ waitUntil: 'commit' });
    return '';
  },
  'new tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    await visitor.openTab(visitor.page.url());
    return `now ${visitor.tabs.length}`;
  },
  'duplicate the tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    // No hand is faster. In the first moment both the page and its copy may take the messages that wait.
    await visitor.arrive();
    await visitor.page.waitForTimeout(A_MOMENT_MS);
    // A window begins with a copy of its opener's storage, as a duplicated tab does.
    const [copy] = await Promise.all([
      visitor.context.waitForEvent('page'),
      visitor.page.evaluate(() => void window.open(location.href)),
    ]);
    await visitor.show(copy);
    return `now ${visitor.tabs.length}`;
  },
  'switch tabs': async (visitor, pick) => {
    const index = pick % visitor.tabs.length;
    const page = visitor.tabs[index];
    if (!page || page === visitor.page) return undefined;
    await visitor.show(page);
    return `to tab ${index + 1}`;
  },
  'close the tab': async (visitor) => {
    // A tab with a conversation of its own takes that with it.
    if (visitor.tabs.length === 1 || visitor.walk.persist === 'session') return undefined;
    await visitor.closeTab();
    return '';
  },
  'go offline': async (visitor) => {
    if (visitor.isOffline) return undefined;
    visitor.isOffline = true;
    await visitor.context.setOffline(true);
    markUnkeyed(visitor);
    visitor.lane.front.silence({ isNoticed: true });
    return '';
  },
  'go online': async (visitor) => {
    if (!visitor.isOffline) return undefined;
    visitor.isOffline = false;
    await visitor.context.setOffline(false);
    return '';
  },
  'lose bytes silently': ({ lane }) => happen(lane.front.pending, () => lane.front.silence()),
  'reset connections': (visitor) =>
    happen(visitor.lane.front.pending, () => {
      markUnkeyed(visitor);
      visitor.lane.front.reset();
    }),
  'restart the Worker': async ({ lane, walk }) => {
    if (walk.site === 'openai') return undefined;
    lane.model.markForgotten();
    await lane.service.restart();
    return '';
  },
  'kill the isolate': async ({ lane, walk }) => {
    if (walk.site === 'openai') return undefined;
    // Its objects go with it; the books come back from their storage.
    await lane.service.worker.restartQuota();
    lane.changeIsolate();
    return '';
  },
  'fill the storage': async (visitor, _pick, { composer }) => {
    for (const word of visitor.typed) if (composer.includes(word)) visitor.unstored.add(word);
    await visitor.page.evaluate(fillStorage);
    return '';
  },
  'free the storage': async ({ page }) => ((await page.evaluate(freeStorage)) ? '' : undefined),
  'delay files': async ({ lane }) => {
    lane.front.delayMs = DELAY_MS;
    return `by ${DELAY_MS} ms`;
  },
  'miss a file': async ({ lane }) => {
    lane.front.missing = 1;
    return '';
  },
};

/** A backend that is not ours knows no keys: a browser that sends a question again has it asked again. */
function markUnkeyed({ lane, walk }: Visitor): void {
  if (walk.site === 'openai') lane.model.markCutOff(lane.front.pending);
}

async function happen(connections: number, event: () => void): Promise<string | undefined> {
  if (connections === 0) return undefined;
  event();
  return `(${connections})`;
}
