import type { PanelModule } from '../ui/shell/chat-panel.ts';
import type { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';

// Replaced by the build: the panel's file in the release, and its Subresource Integrity value.
declare const __CF_AI_CHAT_PANEL__: string;
declare const __CF_AI_CHAT_PANEL_INTEGRITY__: string;
declare const __CF_AI_CHAT_VERSION__: string;

/**
 * Makes the function that brings the panel's code; `address` is that of the script-tag file. Where that is
 * that of the newest release, a page may have it in its cache when its release is gone: the current
 * one is then asked for its panel, once. A page that pinned the script by its hash gets nothing it did not pin.
 */
export function createPanelLoad(
  element: typeof CfAiChatElement,
  script: HTMLScriptElement | null,
  address: URL,
): () => Promise<PanelModule> {
  // The address of the newest release, whatever that is; beside any other lies the release itself.
  const isNewest = address.pathname === '/cf-ai-chat.js';
  const folder = isNewest ? `/v/${__CF_AI_CHAT_VERSION__}/` : '';
  const url = new URL(folder + __CF_AI_CHAT_PANEL__, address).href;
  if (/ai-chat-debug/.test(location.href))
    void import(/* @vite-ignore */ new URL(`${folder}doctor.js`, address).href);
  let loading: Promise<PanelModule> | undefined;
  const load = async (): Promise<PanelModule> => {
    const failures = element.panelFailures;
    try {
      // Browsers remember that a module could not be loaded: another address is another try.
      return await importPinned(failures ? `${url}?${failures}` : url, script);
    } catch (error) {
      loading = undefined;
      element.panelFailures++;
      const own = element.loadPanel;
      if (isNewest && !failures && !script?.integrity)
        await import(/* @vite-ignore */ new URL(`?${Date.now()}`, address).href);
      if (element.loadPanel === own) throw error;
      return element.loadPanel();
    }
  };
  return () => (loading ??= load());
}

/**
 * Imports the panel if it is what was built: `import()` takes no hash, but the preload that it joins does. WebKit
 * does not check the hash of a preload.
 */
function importPinned(url: string, script: HTMLScriptElement | null): Promise<PanelModule> {
  const link = document.createElement('link');
  const { crossOrigin, nonce } = script ?? link;
  const integrity = __CF_AI_CHAT_PANEL_INTEGRITY__;
  document.head.append(
    Object.assign(link, { rel: 'modulepreload', href: url, integrity, crossOrigin, nonce }),
  );
  return import(/* @vite-ignore */ url);
}
