import type { TranscriptStore } from '../../../conversation/persistence.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type * as Tabs from './page-tabs.ts';

/** Makes the connection to the other tabs of the site, which store their conversation in `store`. */
export type OpenTabs = (store: TranscriptStore) => Tabs.PageTabs;

/** Loads the code that joins the other tabs of the site; undefined where each tab has a conversation of its own. */
export async function loadTabs(host: ChatHost): Promise<OpenTabs | undefined> {
  if (host.persist !== 'local') return undefined;
  try {
    // The conversation is made with it or without: it cannot come later.
    const { PageTabs } = await loadModule().catch(loadModule);
    return (store) => new PageTabs(host, store);
  } catch {
    // Its code did not come: the tabs share their storage and do not know of each other.
    return undefined;
  }
}

function loadModule(): Promise<typeof Tabs> {
  return import('./page-tabs.ts');
}
