import type { ReactiveControllerHost } from '@lit/reactive-element';

/** Has a chat drawn anew when the page's `lang` changes: apps switch their language without a load of the page. */
export function followLanguage(host: ReactiveControllerHost, signal: AbortSignal): void {
  const observer = new MutationObserver(() => host.requestUpdate());
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
