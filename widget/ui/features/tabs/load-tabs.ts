import type { ChatHost } from '../../element/chat-panel.ts';
import type { PageTabs } from './page-tabs.ts';

/** Loads the code that joins the other tabs of the site; undefined where each tab has a conversation of its own. */
export async function loadTabs(host: ChatHost): Promise<PageTabs | undefined> {
  if (host.persist !== 'local') return undefined;
  try {
    const { PageTabs } = await import('./page-tabs.ts');
    return new PageTabs(host);
  } catch {
    // Its code did not come: the tabs share their storage and do not know of each other.
    return undefined;
  }
}
