import { CfAiChatElement } from './element.ts';

export * from './element.ts';
// This import also brings the type of `window.cfAiChat`.
export type { MethodCall, PageApi, QueueItem } from './embed/page-api.ts';

// If a second copy of the package is loaded, it must not throw: the first definition stays.
if (globalThis.customElements && !customElements.get('cf-ai-chat')) {
  customElements.define('cf-ai-chat', CfAiChatElement);
}

// Starts the doctor. The script tag does the same in `embed/panel-source.ts`.
if (globalThis.document && /ai-chat-debug/.test(location.href))
  void import('./doctor/page/report-page.ts').then(({ reportPage }) => reportPage());

declare global {
  interface HTMLElementTagNameMap {
    'cf-ai-chat': CfAiChatElement;
  }
}
