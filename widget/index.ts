import { CfAiChatElement } from './element.ts';

export * from './element.ts';

// A second copy of the package must not throw on the page: the first definition stays.
if (globalThis.customElements && !customElements.get('cf-ai-chat')) {
  customElements.define('cf-ai-chat', CfAiChatElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'cf-ai-chat': CfAiChatElement;
  }
}
