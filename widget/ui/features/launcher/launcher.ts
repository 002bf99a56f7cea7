import { DOUBLE_PRESS_MS } from '../../base/press.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { LoadingPanel } from '../../element/chat-panel.ts';
import { awaitNotices } from './await-notices.ts';
import { followLanguage } from './follow-language.ts';
import { keepPressable } from './keep-pressable.ts';
import { LoadingPanelView } from './loading-panel.ts';
import { standAboveBars } from './stand-above-bars.ts';
import { stayOnScreen } from './stay-on-screen.ts';

/**
 * Keeps a chat visible, whatever bars the page has at its bottom and however wide it is, and loads its notices when one is
 * needed. Returns the content of the panel's frame for the time while the panel's code loads.
 */
export function attachLauncher(host: ChatHost): LoadingPanel {
  const view = new LoadingPanelView(host);
  const base = host.panelContainer.parentElement;
  const launcher = base?.querySelector<HTMLElement>('.launcher');
  if (!base || !launcher) return view;
  // The second press of a double click hits the panel, which has replaced the launcher, and would take focus from the text
  // box.
  let mayFocusAt = 0;
  base.addEventListener('mousedown', (event) => {
    if (event.detail > 1 && event.timeStamp < mayFocusAt) event.preventDefault();
    else mayFocusAt = host.open ? 0 : event.timeStamp + DOUBLE_PRESS_MS;
  });
  let connection: AbortController | undefined;
  let handleUpdated: (() => void) | undefined;
  host.addController({
    hostConnected() {
      connection = new AbortController();
      const { signal } = connection;
      standAboveBars(host, base, signal);
      stayOnScreen(base, signal);
      keepPressable(launcher, signal);
      handleUpdated = awaitNotices(host, signal);
      followLanguage(host, signal);
    },
    async hostUpdated() {
      handleUpdated?.();
      // Also without `hotkey` or `open-on`, if nothing answers: the code then warns that nothing opens the search. Requested
      // until it has loaded.
      const isWanted = host.hotkey || host.openOn || !host.canAnswer;
      if (isWanted && !(await host.searching.load()))
        addEventListener('online', () => host.requestUpdate(), { once: true });
    },
    hostDisconnected: () => connection?.abort(),
  });
  return view;
}
