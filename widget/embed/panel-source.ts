import type { LauncherModule, NoticesModule, PanelModule, SearchModule } from '../ui/element/chat-host.ts';
import { importChunk } from './import-chunk.ts';
import type { ScriptEnvironment } from './script-environment.ts';

// Replaced by the build: the panel's file in the release, and Subresource Integrity values.
declare const __CF_AI_CHAT_PANEL__: string;
declare const __CF_AI_CHAT_PANEL_INTEGRITY__: string;
declare const __CF_AI_CHAT_DOCTOR_INTEGRITY__: string;
declare const __CF_AI_CHAT_LAUNCHER_INTEGRITY__: string;
declare const __CF_AI_CHAT_NOTICES_INTEGRITY__: string;
declare const __CF_AI_CHAT_SEARCH_INTEGRITY__: string;
declare const __CF_AI_CHAT_VERSION__: string;

/**
 * Makes the function that brings the panel's code, and gives the environment those for the launcher and for notices.
 *
 * `/cf-ai-chat.js` is always the newest release, and a page may have an older one in its cache whose panel is gone from
 * the server. The script is then requested again, once, and the release that comes brings its own panel. A page that
 * pinned the script by its hash gets nothing it did not pin.
 *
 * @param address where the script-tag file came from
 */
export function createPanelLoad(
  environment: ScriptEnvironment,
  script: HTMLScriptElement | null,
  address: URL,
): () => Promise<PanelModule> {
  // Beside any other address lies the release itself.
  const isNewest = address.pathname === '/cf-ai-chat.js';
  const folder = isNewest ? `/v/${__CF_AI_CHAT_VERSION__}/` : '';
  const load = (file: string, integrity: string): Promise<unknown> =>
    importChunk(folder + file, integrity, address, script);
  if (/ai-chat-debug/.test(location.href)) void load('doctor.js', __CF_AI_CHAT_DOCTOR_INTEGRITY__);
  environment.loadLauncher ??= () =>
    load('launcher.js', __CF_AI_CHAT_LAUNCHER_INTEGRITY__) as Promise<LauncherModule>;
  environment.loadNotices ??= () =>
    load('notices.js', __CF_AI_CHAT_NOTICES_INTEGRITY__) as Promise<NoticesModule>;
  environment.loadSearch ??= () =>
    load('search.js', __CF_AI_CHAT_SEARCH_INTEGRITY__) as Promise<SearchModule>;
  let loading: Promise<PanelModule> | undefined;
  const loadPanel = async (): Promise<PanelModule> => {
    const failures = environment.panelFailures;
    try {
      return (await load(__CF_AI_CHAT_PANEL__, __CF_AI_CHAT_PANEL_INTEGRITY__)) as PanelModule;
    } catch (error) {
      loading = undefined;
      environment.panelFailures++;
      const own = environment.loadPanel;
      if (isNewest && !failures && !script?.integrity)
        await import(/* @vite-ignore */ new URL(`?${Date.now()}`, address).href);
      // That script, if it is another release, has put its own way to the panel here.
      if (environment.loadPanel === own) throw error;
      return environment.loadPanel();
    }
  };
  return () => (loading ??= loadPanel());
}
