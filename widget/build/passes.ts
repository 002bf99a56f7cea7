import { basename, join } from 'node:path';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { evaluatedModules } from './evaluated-modules-plugin.ts';
import { foldCode } from './fold-code-plugin.ts';
import { minifyTemplates } from './minify-templates-plugin.ts';
import { pinnedImports } from './pinned-imports-plugin.ts';
import { plainDecorators } from './plain-decorators-plugin.ts';
import { ROOT, VERSION } from './project.ts';
import { sharedTrustedTypesPolicy } from './trusted-types-plugin.ts';

/** The file with the licences of the bundled packages; those of the command go to a temporary file of its own first. */
export const LICENSES = 'THIRD-PARTY-LICENSES.md';
export const COMMAND_LICENSES = 'command-licenses.md';

/** The panel's entry module. The script-tag file loads the file that is built from it. */
export const PANEL_MODULE = join(ROOT, 'widget/ui/panel/panel.ts');

const PURIFY = join(ROOT, 'widget/markdown/purify.ts');

/** In code that a server may load, globals of browsers are imported from this module. */
const SERVER_GLOBALS = join(ROOT, 'widget/ui/shell/server-globals.ts');
const INJECTED: Record<string, [module: string, name: string]> = {
  HTMLElement: [SERVER_GLOBALS, 'HTMLElement'],
  document: [SERVER_GLOBALS, 'document'],
};

/**
 * With this comment V8 compiles the whole file on its loading thread, instead of each function at its first call on the main
 * thread.
 */
const COMPILED_ON_LOAD = '//# allFunctionsCalledOnLoad';

/** Name of the panel's file in the script form: `chunks/script-panel-12345678.js`. */
const SCRIPT_PANEL = 'script-panel';

/** Pass 1: the ES modules, with shared chunks for what several of them need. */
export function modulesConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: {
      index: join(ROOT, 'widget/index.ts'),
      element: join(ROOT, 'widget/element.ts'),
      markdown: join(ROOT, 'widget/markdown/package/package-entry.ts'),
    },
    format: 'es',
    define: {},
    isForServers: true,
    // The licences require their text in every copy.
    license: { fileName: LICENSES },
    groups: [GLOBALS, POLICY_USERS],
  });
}

/**
 * Pass 2: the panel for the script-tag file, in one file: this needs one request instead of a chain of chunks, and compresses
 * better. Languages, grammars and features remain separate chunks; `pinImports` writes their hashes into the panel.
 */
export function panelConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { [SCRIPT_PANEL]: PANEL_MODULE },
    format: 'es',
    define: {},
    // The caller adds hashes to the chunks and writes them: files of pass 1 may have the same names.
    write: false,
    plugins: [pinnedImports(join(ROOT, 'widget/embed/panel-chunks.ts')), foldCode()],
    postBanner: ({ name }) => (name === SCRIPT_PANEL ? COMPILED_ON_LOAD : ''),
    // A group takes the modules along that its modules import, so that the panel's comes first.
    groups: [
      { name: (id, context) => (nameFile(id, context) === SCRIPT_PANEL ? SCRIPT_PANEL : null), priority: 1 },
      { name: nameFile },
    ],
  });
}

/** A file of the script form: what it begins with, its modules, and the modules with which the files begin that it loads. */
interface PanelPart {
  readonly entry: string;
  readonly modules: ReadonlySet<string>;
  readonly loads: ReadonlySet<string>;
}

/**
 * The name of the file for a module of one that shares modules, and null for any other. What several files need stands in the panel, or
 * in the one of them that alone loads the others: the bundler would put it into further files, which nothing checks.
 */
function nameFile(id: string, context: Rolldown.ChunkingContext): string | null {
  const parts = listParts(context);
  const [panel, ...users] = parts.filter(({ entry, modules }) => entry === PANEL_MODULE || modules.has(id));
  if (panel?.modules.has(id)) return SCRIPT_PANEL;
  const loadsAlone = ({ entry }: PanelPart, other: PanelPart): boolean =>
    parts.every((part) => part.loads.has(other.entry) === (part.entry === entry));
  const first = users.find((user) => users.every((other) => other === user || loadsAlone(user, other)));
  if (!first) return SCRIPT_PANEL;
  const loaded = parts.filter((part) => loadsAlone(first, part)).flatMap(({ modules }) => [...modules]);
  const isSharing = loaded.some((each) => first.modules.has(each) && !panel?.modules.has(each));
  return isSharing ? basename(first.entry, '.ts') : null;
}

/** The panel, then each file that it or another one loads. */
function listParts(context: Rolldown.ChunkingContext): PanelPart[] {
  const parts: PanelPart[] = [];
  const entries = new Set([PANEL_MODULE]);
  for (const entry of entries) {
    // DOMPurify's module uses the Trusted Types policy and so stays in the panel: for a chunk, the panel would have to export
    // the policy.
    const modules = new Set(entry === PANEL_MODULE ? [entry, PURIFY] : [entry]);
    const loads = new Set<string>();
    for (const id of modules) {
      const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
      for (const imported of importedIds) modules.add(imported);
      for (const loaded of dynamicallyImportedIds) loads.add(loaded);
    }
    for (const loaded of loads) entries.add(loaded);
    parts.push({ entry, modules, loads });
  }
  return parts;
}

/** A file of a release with its Subresource Integrity value. */
export interface PinnedFile {
  readonly path: string;
  readonly integrity: string;
}

/** The files that the script-tag file loads. */
export interface LoadedFiles {
  readonly panel: PinnedFile;
  readonly doctor: PinnedFile;
  readonly launcher: PinnedFile;
  readonly notices: PinnedFile;
  readonly search: PinnedFile;
}

/**
 * Pass 3: the script-tag file. A classic script cannot have its own lazy chunks, so it loads the panel of pass 2 by its
 * address.
 */
export function loaderConfig(outDir: string, files: LoadedFiles): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { 'cf-ai-chat': join(ROOT, 'widget/embed/index.ts') },
    format: 'iife',
    plugins: [foldCode()],
    postBanner: COMPILED_ON_LOAD,
    define: {
      __CF_AI_CHAT_PANEL__: JSON.stringify(files.panel.path),
      __CF_AI_CHAT_PANEL_INTEGRITY__: JSON.stringify(files.panel.integrity),
      __CF_AI_CHAT_DOCTOR_INTEGRITY__: JSON.stringify(files.doctor.integrity),
      __CF_AI_CHAT_LAUNCHER_INTEGRITY__: JSON.stringify(files.launcher.integrity),
      __CF_AI_CHAT_NOTICES_INTEGRITY__: JSON.stringify(files.notices.integrity),
      __CF_AI_CHAT_SEARCH_INTEGRITY__: JSON.stringify(files.search.integrity),
    },
  });
}

/** The doctor's report, which is loaded when the address of a page contains `cf-ai-chat-debug`: one file with a fixed name. */
export function doctorConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { doctor: join(ROOT, 'widget/doctor/page/index.ts') },
    format: 'es',
    isOneFile: true,
    define: {},
  });
}

/** Code that a floating chat needs in addition to its launcher button, for the script form: one file with a fixed name. */
export function launcherConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { launcher: join(ROOT, 'widget/ui/features/launcher/launcher.ts') },
    format: 'es',
    plugins: [foldCode()],
    define: {},
  });
}

/** The notices at the closed launcher, for the script form: one file with a fixed name. */
export function noticesConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { notices: join(ROOT, 'widget/ui/features/notices/notices.ts') },
    format: 'es',
    plugins: [foldCode()],
    define: {},
  });
}

/** The code that opens the search, for the script form: one file with a fixed name. */
export function searchConfig(outDir: string): InlineConfig {
  return widgetConfig({
    outDir,
    entry: { search: join(ROOT, 'widget/ui/features/search/opener.ts') },
    format: 'es',
    plugins: [foldCode()],
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
    isForNode: true,
    license: { fileName: COMMAND_LICENSES },
  });
}

/** A chunk of its own, apart from `POLICY_USERS`, which the element must not load with the page. */
const GLOBALS = { name: 'globals', test: SERVER_GLOBALS, priority: 1 };

/**
 * The Trusted Types policy and the modules that use it, in one chunk: if they were in several chunks, one would have to export
 * the policy, and every script of the page could import it.
 */
const POLICY_USERS = {
  name: 'html',
  test: /\/widget\/markdown\/(?:trusted-types|purify)\.ts$|\/node_modules\/lit-html\//,
};

interface PassOptions {
  readonly outDir: string;
  readonly entry: Record<string, string>;
  readonly format: 'es' | 'iife';
  readonly define: Record<string, string>;
  readonly license?: { fileName: string };
  readonly postBanner?: Rolldown.OutputOptions['postBanner'];
  /** Whether servers may import the files, for server-side rendering. */
  readonly isForServers?: boolean;
  /** Whether the files run in Node and may import Node's own modules. */
  readonly isForNode?: boolean;
  /** Whether lazy modules are included in the entry's file, because a page's policy may not allow further files. */
  readonly isOneFile?: boolean;
  readonly write?: boolean;
  readonly plugins?: readonly Plugin[];
  /** Modules to put together into one chunk each. */
  readonly groups?: Rolldown.CodeSplittingGroup[];
}

function widgetConfig(options: PassOptions): InlineConfig {
  const { outDir, entry, format, define, license, postBanner, isForServers, isForNode, groups } = options;
  const { isOneFile, write = true, plugins = [] } = options;
  return {
    root: ROOT,
    configFile: false,
    // The caller reports failures, in one line.
    logLevel: 'silent',
    publicDir: false,
    define: { __CF_AI_CHAT_VERSION__: JSON.stringify(VERSION), ...define },
    plugins: [
      ...plugins,
      evaluatedModules(),
      plainDecorators(),
      minifyTemplates(),
      sharedTrustedTypesPolicy(join(ROOT, 'widget/markdown/trusted-types.ts')),
    ],
    build: {
      outDir,
      write,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      ...(license && { license }),
      lib: { entry, formats: [format], name: 'cfAiChatLoader' },
      rolldownOptions: {
        ...(isForNode && { external: /^node:/ }),
        ...(isForServers && { transform: { inject: INJECTED } }),
        onwarn: ({ message }) => console.warn(message),
        checks: { pluginTimings: false },
        // An entry exports only what is documented; code that entries share goes to a chunk.
        preserveEntrySignatures: license ? 'strict' : 'allow-extension',
        output: {
          entryFileNames: ({ name }) => (name === SCRIPT_PANEL ? 'chunks/[name]-[hash].js' : '[name].js'),
          ...(format === 'es' && { chunkFileNames: 'chunks/[name]-[hash].js' }),
          // Set explicitly, because Vite's default leaves white space in ES libraries.
          minify: { compress: true, mangle: true, codegen: true },
          ...((groups || isOneFile) && { codeSplitting: groups ? { groups } : false }),
          ...(postBanner && { postBanner }),
          comments: false,
        },
      },
    },
  };
}
