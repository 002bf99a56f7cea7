import type { PanelModule } from '../ui/shell/chat-panel.ts';
import type { CfAiChatElement } from '../ui/shell/cf-ai-chat-element.ts';
import { importChunk } from './import-chunk.ts';

// Replaced by the build: the panel's file in the release, and Subresource Integrity values.
declare const __CF_AI_CHAT_PANEL__: string;
declare const __CF_AI_CHAT_PANEL_INTEGRITY__: string;
declare const __CF_AI_CHAT_DOCTOR_INTEGRITY__: string;
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
  const load = (file: string, integrity: string): Promise<unknown> =>
    importChunk(folder + file, integrity, address, script);
  if (/ai-chat-debug/.test(location.href)) void load('doctor.js', __CF_AI_CHAT_DOCTOR_INTEGRITY__);
  let loading: Promise<PanelModule> | undefined;
  const loadPanel = async (): Promise<PanelModule> => {
    const failures = element.panelFailures;
    try {
      return (await load(__CF_AI_CHAT_PANEL__, __CF_AI_CHAT_PANEL_INTEGRITY__)) as PanelModule;
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
  return () => (loading ??= loadPanel());
}
