import type { ChatHost } from '../../element/chat-host.ts';
import type { LoadingPanel } from '../../element/chat-panel.ts';
import { FirstNotice } from './first-notice.ts';
import { FixedBars } from './fixed-bars.ts';
import { LoadingPanelView } from './loading-panel.ts';
import { WidePage } from './wide-page.ts';

/**
 * Keeps a chat where the visitor sees it, whatever the page has at its bottom and however wide it is, and has its notices loaded
 * when there is one. Returns the panel to show while the panel's code loads.
 */
export function attachLauncher(host: ChatHost): LoadingPanel {
  const base = host.panelContainer.parentElement;
  if (base) {
    void new FixedBars(host, base);
    void new WidePage(host, base);
  }
  // The second press of a double click would take focus from the text box.
  base
    ?.querySelector('.launcher')
    ?.addEventListener('mousedown', (event) => host.open && event.preventDefault());
  void new FirstNotice(host);
  // Keys, or something on the page, may open the search.
  let isAsked = false;
  host.addController({
    async hostUpdated() {
      if (isAsked || !(host.hotkey || host.openOn)) return;
      isAsked = true;
      const askAgain = (): void => {
        isAsked = false;
        host.requestUpdate();
      };
      // Where its code did not come, it is asked for again by the next network, or by a call of the page.
      if (!(await host.searching.load())) addEventListener('online', askAgain, { once: true });
    },
  });
  return new LoadingPanelView(host);
}
