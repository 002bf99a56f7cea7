import type { LauncherHost, LoadingPanel } from '../../element/launcher-host.ts';
import { FirstNotice } from './first-notice.ts';
import { FixedBars } from './fixed-bars.ts';
import { LoadingPanelView } from './loading-panel.ts';
import { WidePage } from './wide-page.ts';

/**
 * Keeps a chat where the visitor sees it, whatever the page has at its bottom and however wide it is, and has its notices loaded
 * when there is one. Returns the panel to show while the panel's code loads.
 */
export function attachLauncher(host: LauncherHost): LoadingPanel {
  const base = host.panelContainer.parentElement;
  const launcher = base?.querySelector<HTMLElement>('.launcher');
  if (base && launcher) {
    void new FixedBars(host, launcher, (height) =>
      base.style.setProperty('--_cf-ai-chat-lift', `${height}px`),
    );
    void new WidePage(host, base);
  }
  void new FirstNotice(host);
  return new LoadingPanelView(host);
}
