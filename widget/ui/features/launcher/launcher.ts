import type { ChatHost } from '../../element/chat-host.ts';
import type { LoadingPanel } from '../../element/chat-panel.ts';
import { awaitNotices } from './await-notices.ts';
import { keepPressable } from './keep-pressable.ts';
import { LoadingPanelView } from './loading-panel.ts';
import { standAboveBars } from './stand-above-bars.ts';
import { stayOnScreen } from './stay-on-screen.ts';
import { whileConnected } from './while-connected.ts';

/**
 * Keeps a chat where the visitor sees it, whatever the page has at its bottom and however wide it is, and has its notices loaded
 * when there is one. Returns the panel to show while the panel's code loads.
 */
export function attachLauncher(host: ChatHost): LoadingPanel {
  const base = host.panelContainer.parentElement;
  const launcher = base?.querySelector('.launcher');
  if (base && launcher) {
    standAboveBars(host, base);
    stayOnScreen(host, base);
    // The second press of a double click would take focus from the text box.
    launcher.addEventListener('mousedown', (event) => host.open && event.preventDefault());
    whileConnected(host, (signal) => keepPressable(launcher, signal));
  }
  awaitNotices(host);
  host.addController({
    // Keys, or something on the page, may open the search; its code is asked for until it has come.
    async hostUpdated() {
      const isWanted = host.hotkey || host.openOn;
      if (isWanted && !(await host.searching.load()))
        addEventListener('online', () => host.requestUpdate(), { once: true });
    },
  });
  return new LoadingPanelView(host);
}
