import type { StreamParser } from '@codemirror/streamparser';

// Each package module is a separate chunk, loaded when code in its language is first visible. The list of less frequent modes
// is a separate chunk too, so that the first code need not wait for their addresses and hashes.
const clike = () => import('@codemirror/legacy-modes/mode/clike');
const css = () => import('@codemirror/legacy-modes/mode/css');
const xml = () => import('@codemirror/legacy-modes/mode/xml');

const COMMON_PARSERS: Readonly<Record<string, () => Promise<StreamParser<unknown>>>> = {
  c: async () => (await clike()).c,
  cpp: async () => (await clike()).cpp,
  csharp: async () => (await clike()).csharp,
  css: async () => (await css()).css,
  dart: async () => (await clike()).dart,
  html: async () => (await xml()).html,
  java: async () => (await clike()).java,
  kotlin: async () => (await clike()).kotlin,
  less: async () => (await css()).less,
  objectivec: async () => (await clike()).objectiveC,
  php: async () => (await import('./php-mode.ts')).createPhp((await clike()).clike),
  python: async () => (await import('@codemirror/legacy-modes/mode/python')).python,
  scala: async () => (await clike()).scala,
  scss: async () => (await css()).sCSS,
  shell: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  sql: async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL,
  xml: async () => (await xml()).xml,
  yaml: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml,
};

/** CodeMirror's parser of this name; undefined where there is none. Rejects when its code does not load. */
export async function loadParser(name: string): Promise<StreamParser<unknown> | undefined> {
  return COMMON_PARSERS[name]?.() ?? (await import('./further-parsers.ts')).loadFurtherParser(name);
}
