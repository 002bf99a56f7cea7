import type { LauncherModule, NoticesModule, PanelModule, SearchModule } from '../ui/element/chat-host.ts';
import { importChunk } from './import-chunk.ts';
import type { ScriptEnvironment } from './script-environment.ts';

// Replaced by the build: the name of the panel's file in this release, and Subresource Integrity values.
declare const __CF_AI_CHAT_PANEL__: string;
declare const __CF_AI_CHAT_PANEL_INTEGRITY__: string;
declare const __CF_AI_CHAT_DOCTOR_INTEGRITY__: string;
declare const __CF_AI_CHAT_LAUNCHER_INTEGRITY__: string;
declare const __CF_AI_CHAT_NOTICES_INTEGRITY__: string;
declare const __CF_AI_CHAT_SEARCH_INTEGRITY__: string;
declare const __CF_AI_CHAT_VERSION__: string;

/**
 * Creates the function that loads the panel, and gives the environment the functions that load the launcher, the notices and
 * the search.
 *
 * `/cf-ai-chat.js` is always the newest release. A page may have an older copy in its cache, whose panel is no longer on the
 * server. Then the script is requested again, once, and the newer script brings its own panel. A page that pinned the script
 * with a hash loads nothing else.
 *
 * @param address address of the script-tag file
 */
export function createPanelLoad(
  environment: ScriptEnvironment,
  script: HTMLScriptElement | null,
  address: URL,
): () => Promise<PanelModule> {
  // At any other address, the release's files are in the script's own folder.
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
      // If the new script is another release, it has replaced `environment.loadPanel` with its own function.
      if (environment.loadPanel === own) throw error;
      return environment.loadPanel();
    }
  };
  return () => (loading ??= loadPanel());
}
