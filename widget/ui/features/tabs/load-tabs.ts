import type { ChatHost } from '../../element/chat-panel.ts';
import type * as Tabs from './page-tabs.ts';

/** Loads the code that joins the other tabs of the site; undefined where each tab has a conversation of its own. */
export async function loadTabs(host: ChatHost): Promise<Tabs.PageTabs | undefined> {
  if (host.persist !== 'local') return undefined;
  try {
    // The conversation is made with it or without: it cannot come later.
    const { PageTabs } = await loadModule().catch(loadModule);
    return new PageTabs(host);
  } catch {
    // Its code did not come: the tabs share their storage and do not know of each other.
    return undefined;
  }
}

function loadModule(): Promise<typeof Tabs> {
  return import('./page-tabs.ts');
}
