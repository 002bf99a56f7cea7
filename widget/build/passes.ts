import { join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { minifyTemplates } from './minify-templates-plugin.ts';
import { pinnedImports } from './pinned-imports-plugin.ts';
import { ROOT, VERSION } from './project.ts';
import { sharedTrustedTypesPolicy } from './trusted-types-plugin.ts';

/** The module that is loaded lazily, and whose file name the loader must know. */
export const PANEL_MODULE = join(ROOT, 'widget/ui/panel/panel.ts');

/** Names a global of browsers, and the module and export that stand for it where a server may load the code. */
const SERVER_GLOBALS = {
  HTMLElement: [join(ROOT, 'widget/ui/shell/html-element.ts'), 'HTMLElement'],
} satisfies Record<string, [string, string]>;

/** Name of the panel that the script-tag file loads. */
export const SCRIPT_PANEL = 'script-panel';

/** Pass 1: the ES modules, with everything they need in shared chunks. */
export function modulesConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: {
      index: join(ROOT, 'widget/index.ts'),
      element: join(ROOT, 'widget/element.ts'),
      markdown: join(ROOT, 'widget/markdown/index.ts'),
    },
    format: 'es',
    define: {},
    isForServers: true,
    // Their licences ask for it: the text of each package that is built in.
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  });
}

/**
 * Pass 2: the panel for the script-tag file, in one piece: one request instead of a chain of shared chunks, and
 * better compressed. The languages stay apart, and `pinImports` puts their hashes into it.
 */
export function panelConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { [SCRIPT_PANEL]: PANEL_MODULE },
    format: 'es',
    define: {},
    plugins: [pinnedImports(join(ROOT, 'widget/embed/import-pinned.ts'))],
  });
}

/** A file of a release, and its Subresource Integrity value. */
export interface PinnedFile {
  readonly path: string;
  readonly integrity: string;
}

/**
 * Pass 3: the script-tag file. One classic script cannot have lazy chunks of its own, so that it loads the
 * `panel` of pass 2 by URL.
 */
export function loaderConfig(outDir: string, panel: PinnedFile): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { 'cf-ai-chat': join(ROOT, 'widget/embed/index.ts') },
    format: 'iife',
    // V8 then compiles it all on the thread that loads it, not function by function on the page's, while the page waits.
    postBanner: '//# allFunctionsCalledOnLoad',
    define: {
      __CF_AI_CHAT_PANEL__: JSON.stringify(panel.path),
      __CF_AI_CHAT_PANEL_INTEGRITY__: JSON.stringify(panel.integrity),
    },
  });
}

/** What `cf-ai-chat-debug` in the address of a page loads, in one piece and by a name the loader knows. */
export function doctorConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { doctor: join(ROOT, 'widget/doctor/page/index.ts') },
    format: 'es',
    define: {},
  });
}

/** The command `cf-ai-chat`, for Node. */
export function commandConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { cli: join(ROOT, 'widget/cli/index.ts') },
    format: 'es',
    define: {},
  });
}

interface PassOptions {
  readonly outDir: string;
  readonly entry: Record<string, string>;
  readonly format: 'es' | 'iife';
  readonly define: Record<string, string>;
  readonly license?: { fileName: string };
  readonly postBanner?: string;
  /** Whether a server may import the files, for server-side rendering. */
  readonly isForServers?: boolean;
  readonly plugins?: readonly Plugin[];
}

function widgetConfig(options: PassOptions): InlineConfig {
  const { outDir, entry, format, define, license, postBanner, isForServers, plugins = [] } = options;
  return {
    root: ROOT,
    configFile: false,
    // A failure is told by whoever builds, in one line.
    logLevel: 'silent',
    publicDir: false,
    define: { __CF_AI_CHAT_VERSION__: JSON.stringify(VERSION), ...define },
    plugins: [
      ...plugins,
      minifyTemplates(),
      sharedTrustedTypesPolicy(join(ROOT, 'widget/markdown/trusted-types.ts')),
    ],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      ...(license && { license }),
      lib: { entry, formats: [format], name: 'cfAiChatLoader' },
      rolldownOptions: {
        ...(isForServers && { transform: { inject: SERVER_GLOBALS } }),
        onwarn: ({ message }) => console.warn(message),
        checks: { pluginTimings: false },
        // What a lazy chunk shares with its entry stays in the entry: one request less.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: ({ name }) => (name === SCRIPT_PANEL ? 'chunks/[name]-[hash].js' : '[name].js'),
          ...(format === 'es' && { chunkFileNames: 'chunks/[name]-[hash].js' }),
          // Said in full, because Vite leaves the whitespace of ES libraries in.
          minify: { compress: true, mangle: true, codegen: true },
          ...(postBanner && { postBanner }),
          comments: false,
        },
      },
    },
  };
}
