import { CfAiChatElement } from '../ui/cf-ai-chat-element.ts';
import type { PanelModule } from '../ui/chat-panel.ts';
import { deriveEndpoint, findOwnScript, readDataAttributes, releaseUrl } from './own-script.ts';

// Replaced by the build.
declare const __CF_AI_CHAT_VERSION__: string;
declare const __CF_AI_CHAT_PANEL__: string;

const script = findOwnScript();

/** Sets the element up from its script tag and puts one on the page when none is there. */
function install(source: HTMLScriptElement): void {
  const settings = readDataAttributes(source);
  const { mount, ...defaults } = settings;
  const endpoint = deriveEndpoint(source.src);
  CfAiChatElement.defaults = { ...(endpoint && { endpoint }), ...defaults };
  const panelUrl = releaseUrl(source.src, __CF_AI_CHAT_VERSION__, __CF_AI_CHAT_PANEL__);
  CfAiChatElement.loadPanel = (): Promise<PanelModule> => import(/* @vite-ignore */ panelUrl);
  customElements.define('cf-ai-chat', CfAiChatElement);
  if (mount === 'none') return;
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', mountOnce, { once: true });
  else mountOnce();
}

/** Decided once the page is parsed: an element further down the page means its owner placed it. */
function mountOnce(): void {
  if (document.querySelector('cf-ai-chat:not([mode]), cf-ai-chat[mode="floating"]')) return;
  document.body.append(document.createElement('cf-ai-chat'));
}

if (script && !customElements.get('cf-ai-chat')) install(script);
