import { html, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';
import { waitsForNetwork } from './waits-for-network.ts';

/** Redraws a panel when the device goes offline or online again, and announces it to screen readers. */
export function followNetwork({ strings, announce, redraw, signal }: Chat): void {
  const handleChange = (): void => {
    announce(navigator.onLine ? '' : strings.current.errors.offline);
    redraw();
  };
  for (const type of ['offline', 'online']) addEventListener(type, handleChange, { signal });
}

/** The line that the device is offline and a question will be sent later. Nothing where a waiting question shows that itself. */
export function renderOffline({ state, strings }: Chat): TemplateResult | undefined {
  if (navigator.onLine || waitsForNetwork(state)) return undefined;
  return html`<p class="hint" part="notice">${strings.current.errors.offline}</p>`;
}
