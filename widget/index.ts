import { CfAiChatElement } from './element.ts';

export * from './element.ts';
// With it comes the type of `window.cfAiChat`.
export type { MethodCall, PageApi, QueueItem } from './embed/page-api.ts';

// A second copy of the package must not throw on the page: the first definition stays.
if (globalThis.customElements && !customElements.get('cf-ai-chat')) {
  customElements.define('cf-ai-chat', CfAiChatElement);
}

// The script tag has the same way to it, in `embed/panel-source.ts`.
if (globalThis.document && /ai-chat-debug/.test(location.href))
  void import('./doctor/page/report-page.ts').then(({ reportPage }) => reportPage());

declare global {
  interface HTMLElementTagNameMap {
    'cf-ai-chat': CfAiChatElement;
  }
}
