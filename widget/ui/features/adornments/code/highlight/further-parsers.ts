import type { StreamParser } from '@codemirror/streamparser';

const PARSERS: Readonly<Record<string, () => Promise<StreamParser<unknown>>>> = {
  clojure: async () => (await import('@codemirror/legacy-modes/mode/clojure')).clojure,
  diff: async () => (await import('@codemirror/legacy-modes/mode/diff')).diff,
  dockerfile: async () => (await import('./simple-modes.ts')).dockerFile,
  go: async () => (await import('@codemirror/legacy-modes/mode/go')).go,
  groovy: async () => (await import('@codemirror/legacy-modes/mode/groovy')).groovy,
  haskell: async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell,
  http: async () => (await import('@codemirror/legacy-modes/mode/http')).http,
  julia: async () => (await import('@codemirror/legacy-modes/mode/julia')).julia,
  lua: async () => (await import('@codemirror/legacy-modes/mode/lua')).lua,
  nginx: async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx,
  perl: async () => (await import('@codemirror/legacy-modes/mode/perl')).perl,
  powershell: async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell,
  properties: async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  r: async () => (await import('@codemirror/legacy-modes/mode/r')).r,
  ruby: async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby,
  rust: async () => (await import('./simple-modes.ts')).rust,
  swift: async () => (await import('@codemirror/legacy-modes/mode/swift')).swift,
  toml: async () => (await import('@codemirror/legacy-modes/mode/toml')).toml,
};

/**
 * CodeMirror's mode of this name, from those that answers need less often; undefined where there is none. Rejects when its code does
 * not load.
 */
export async function loadFurtherParser(name: string): Promise<StreamParser<unknown> | undefined> {
  return PARSERS[name]?.();
}
