import type { Mode } from './mode.ts';

// Each package module is a separate chunk, loaded when code in its language is first visible. The list of less frequent modes
// is a separate chunk too, so that the first code need not wait for their addresses and hashes.
const clike = () => import('@codemirror/legacy-modes/mode/clike');
const css = () => import('@codemirror/legacy-modes/mode/css');
const javascript = async () => (await import('./javascript-mode.ts')).javascript;
const xml = () => import('@codemirror/legacy-modes/mode/xml');

const COMMON_MODES: Readonly<Record<string, () => Promise<Mode>>> = {
  c: async () => (await clike()).c,
  cpp: async () => (await clike()).cpp,
  csharp: async () => (await clike()).csharp,
  css: async () => (await css()).css,
  dart: async () => (await clike()).dart,
  html: async () => (await xml()).html,
  java: async () => (await clike()).java,
  javascript,
  json: javascript,
  kotlin: async () => (await clike()).kotlin,
  less: async () => (await css()).less,
  objectivec: async () => (await clike()).objectiveC,
  php: async () => (await import('./php-mode.ts')).createPhp((await clike()).clike),
  python: async () => (await import('@codemirror/legacy-modes/mode/python')).python,
  scala: async () => (await clike()).scala,
  scss: async () => (await css()).sCSS,
  shell: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  sql: async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL,
  typescript: javascript,
  xml: async () => (await xml()).xml,
  yaml: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml,
};

/** The mode of this name; undefined where there is none. Rejects when its code does not load. */
export async function loadMode(name: string): Promise<Mode | undefined> {
  return COMMON_MODES[name]?.() ?? (await import('./further-modes.ts')).loadFurtherMode(name);
}
