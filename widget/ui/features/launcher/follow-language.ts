import type { ReactiveControllerHost } from '@lit/reactive-element';

/** Redraws a chat when the page's `lang` changes: apps change their language without loading a page. */
export function followLanguage(host: ReactiveControllerHost, signal: AbortSignal): void {
  const observer = new MutationObserver(() => host.requestUpdate());
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
