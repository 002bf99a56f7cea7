import { html, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';
import { waitsForNetwork } from './waits-for-network.ts';

/** Draws a panel anew when the device goes offline, which screen readers are told, and when it is online again. */
export function followNetwork({ strings, announce, redraw, signal }: Chat): void {
  const handleChange = (): void => {
    announce(navigator.onLine ? '' : strings.current.errors.offline);
    redraw();
  };
  for (const type of ['offline', 'online']) addEventListener(type, handleChange, { signal });
}

/** While the device is offline: what becomes of a question now. Nothing where a question says so itself. */
export function renderOffline({ state, strings }: Chat): TemplateResult | undefined {
  if (navigator.onLine || waitsForNetwork(state)) return undefined;
  return html`<p class="hint" part="notice">${strings.current.errors.offline}</p>`;
}
