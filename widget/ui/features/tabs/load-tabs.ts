import type { TranscriptStore } from '../../../conversation/persistence.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { PageTabs } from './page-tabs.ts';

/** Makes the connection to the other tabs of the site, which store their conversation in `store`. */
export type OpenTabs = (store: TranscriptStore) => PageTabs;

/** Loads the code that joins the other tabs of the site; undefined where each tab has a conversation of its own. */
export async function loadTabs(host: ChatHost): Promise<OpenTabs | undefined> {
  if (host.persist !== 'local') return undefined;
  try {
    const { PageTabs } = await import('./page-tabs.ts');
    return (store) => new PageTabs(host, store);
  } catch {
    // Its code did not come: the tabs share their storage and do not know of each other.
    return undefined;
  }
}
