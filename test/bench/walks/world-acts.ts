import type { Acts } from './act.ts';
import { link } from './controls.ts';
import { fillStorage, freeStorage } from './page-storage.ts';
import type { Visitor } from './visitor.ts';

const MAX_TABS = 3;
const DELAY_MS = 400;

/** Acts beside the chat: pages, tabs, network, Worker, storage, files. */
export const WORLD_ACTS: Acts = {
  reload: (visitor) => leave(visitor, () => visitor.tab.reload()),
  'follow a link': followLink,
  back: (visitor) => travel(visitor, -1),
  forward: (visitor) => travel(visitor, 1),
  'new tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    await visitor.openTab(await visitor.tab.evaluate(() => location.href, undefined));
    return `now ${visitor.tabs.length}`;
  },
  'duplicate the tab': async (visitor) => {
    if (visitor.isOffline || visitor.tabs.length === MAX_TABS) return undefined;
    await visitor.arrive();
    // The storage of the session is copied: where a backend knows no keys, both tabs may send what waits or is being sent. A page
    // that has just been shown may not have drawn it yet: so the model is asked.
    if (visitor.walk.persist === 'session' && visitor.walk.site === 'openai') {
      const answered = visitor.lane.model.calls.filter(({ isSaid }) => isSaid);
      for (const text of visitor.wishes.keys())
        if (!answered.some(({ question }) => question.endsWith(text))) visitor.wish(text);
    }
    await visitor.show(await visitor.tab.duplicate());
    return `now ${visitor.tabs.length}`;
  },
  'switch tabs': async (visitor, pick) => {
    const index = pick % visitor.tabs.length;
    const tab = visitor.tabs[index];
    if (!tab || tab === visitor.tab) return undefined;
    await visitor.show(tab);
    return `to tab ${index + 1}`;
  },
  'close the tab': async (visitor) => {
    // A tab with a conversation of its own takes that with it.
    if (visitor.tabs.length === 1 || visitor.walk.persist === 'session') return undefined;
    // An edit that was not sent belongs to its tab, whatever outlives it.
    for (const [word, tab] of visitor.unsentEdits) if (tab === visitor.tab) visitor.typed.delete(word);
    await visitor.closeTab();
    return '';
  },
  'go offline': async (visitor) => {
    if (visitor.isOffline) return undefined;
    visitor.isOffline = true;
    await visitor.profile.setOffline(true);
    markUnkeyed(visitor);
    visitor.lane.front.silence({ isNoticed: true });
    return '';
  },
  'go online': async (visitor) => {
    if (!visitor.isOffline) return undefined;
    visitor.isOffline = false;
    await visitor.profile.setOffline(false);
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
    // Its objects lose their memory, and read the quota from their storage again.
    await lane.service.worker.restartQuota();
    lane.changeIsolate();
    return '';
  },
  'fill the storage': async (visitor, _pick, { composer }) => {
    for (const word of visitor.typed) if (composer.includes(word)) visitor.unstored.add(word);
    await visitor.tab.evaluate(fillStorage, undefined);
    visitor.isStorageFull = true;
    return '';
  },
  'free the storage': async (visitor) => {
    visitor.isStorageFull = false;
    return (await visitor.tab.evaluate(freeStorage, undefined)) ? '' : undefined;
  },
  'delay files': async ({ lane }) => {
    lane.front.delayMs = DELAY_MS;
    return `by ${DELAY_MS} ms`;
  },
  'miss a file': async ({ lane }) => {
    lane.front.missing = 1;
    return '';
  },
};

export async function followLink(visitor: Visitor): Promise<string | undefined> {
  if (visitor.isOffline) return undefined;
  const go = async (): Promise<void> => {
    const path = await visitor.tab.evaluate(() => location.pathname, undefined);
    await visitor.click(link(path === '/a' ? 'Second page' : 'First page'));
  };
  return visitor.leave(go, () => visitor.tab.reload());
}

/** Back, or Forward; undefined where there is no such page. */
export async function travel(visitor: Visitor, way: 1 | -1): Promise<string | undefined> {
  const canGo = await visitor.tab.evaluate(
    (to) => (to < 0 ? navigation.canGoBack : navigation.canGoForward),
    way,
  );
  if (!canGo) return undefined;
  return leave(visitor, () => visitor.tab.evaluate((to) => void setTimeout(() => history.go(to)), way));
}

async function leave(visitor: Visitor, go: () => Promise<void>): Promise<string | undefined> {
  if (visitor.isOffline) return undefined;
  return visitor.leave(go);
}

/** A backend that is not ours knows no keys: a browser that sends a question again has it asked again. */
function markUnkeyed({ lane, walk }: Visitor): void {
  if (walk.site === 'openai') lane.model.markCutOff(lane.front.pending);
}

async function happen(connections: number, event: () => void): Promise<string | undefined> {
  if (connections === 0) return undefined;
  event();
  return `(${connections})`;
}
