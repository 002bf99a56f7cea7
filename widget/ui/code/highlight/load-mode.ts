import type { clike } from '@codemirror/legacy-modes/mode/clike';
import type { StreamParser } from '@codemirror/streamparser';

export type Mode = StreamParser<unknown>;

// Each package module is a chunk of its own, loaded when code in its language is first in view.
const MODES: Readonly<Record<string, () => Promise<Mode>>> = {
  c: async () => (await import('@codemirror/legacy-modes/mode/clike')).c,
  clojure: async () => (await import('@codemirror/legacy-modes/mode/clojure')).clojure,
  cpp: async () => (await import('@codemirror/legacy-modes/mode/clike')).cpp,
  csharp: async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp,
  css: async () => (await import('@codemirror/legacy-modes/mode/css')).css,
  dart: async () => (await import('@codemirror/legacy-modes/mode/clike')).dart,
  diff: async () => (await import('@codemirror/legacy-modes/mode/diff')).diff,
  dockerfile: async () => (await import('./simple-modes.ts')).dockerFile,
  go: async () => (await import('@codemirror/legacy-modes/mode/go')).go,
  groovy: async () => (await import('@codemirror/legacy-modes/mode/groovy')).groovy,
  haskell: async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell,
  html: async () => (await import('@codemirror/legacy-modes/mode/xml')).html,
  http: async () => (await import('@codemirror/legacy-modes/mode/http')).http,
  java: async () => (await import('@codemirror/legacy-modes/mode/clike')).java,
  javascript: async () => (await import('@codemirror/legacy-modes/mode/javascript')).javascript,
  json: async () => (await import('@codemirror/legacy-modes/mode/javascript')).json,
  julia: async () => (await import('@codemirror/legacy-modes/mode/julia')).julia,
  kotlin: async () => (await import('@codemirror/legacy-modes/mode/clike')).kotlin,
  less: async () => (await import('@codemirror/legacy-modes/mode/css')).less,
  lua: async () => (await import('@codemirror/legacy-modes/mode/lua')).lua,
  nginx: async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx,
  objectivec: async () => (await import('@codemirror/legacy-modes/mode/clike')).objectiveC,
  perl: async () => (await import('@codemirror/legacy-modes/mode/perl')).perl,
  php: async () => createPhp((await import('@codemirror/legacy-modes/mode/clike')).clike),
  powershell: async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell,
  properties: async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  python: async () => (await import('@codemirror/legacy-modes/mode/python')).python,
  r: async () => (await import('@codemirror/legacy-modes/mode/r')).r,
  ruby: async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby,
  rust: async () => (await import('./simple-modes.ts')).rust,
  scala: async () => (await import('@codemirror/legacy-modes/mode/clike')).scala,
  scss: async () => (await import('@codemirror/legacy-modes/mode/css')).sCSS,
  shell: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  sql: async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL,
  swift: async () => (await import('@codemirror/legacy-modes/mode/swift')).swift,
  toml: async () => (await import('@codemirror/legacy-modes/mode/toml')).toml,
  typescript: async () => (await import('@codemirror/legacy-modes/mode/javascript')).typescript,
  xml: async () => (await import('@codemirror/legacy-modes/mode/xml')).xml,
  yaml: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml,
};

/** The mode of that name; undefined where there is none, or its code cannot be loaded. */
export async function loadMode(name: string): Promise<Mode | undefined> {
  return MODES[name]?.().catch(() => undefined);
}

const PHP_KEYWORDS =
  'abstract and as break case catch class clone const continue declare default do echo else elseif enum ' +
  'extends final finally fn for foreach function global goto if implements include include_once instanceof ' +
  'insteadof interface match namespace new or print private protected public readonly require require_once ' +
  'return static switch throw trait try use var while xor yield';

/** CodeMirror's own PHP needs a whole editor; its C-like mode with PHP's words reads what answers show. */
function createPhp(create: typeof clike): Mode {
  return create({
    name: 'php',
    keywords: words(PHP_KEYWORDS),
    atoms: words('true false null TRUE FALSE NULL'),
    types: words('array bool float int iterable mixed never object self string void'),
    multiLineStrings: true,
    hooks: {
      $: eatVariable,
      '#': eatComment,
    },
  });
}

function words(list: string): Record<string, true> {
  return Object.fromEntries(list.split(' ').map((word) => [word, true]));
}

type Stream = Parameters<Mode['token']>[0];

function eatVariable(stream: Stream): string {
  stream.eatWhile(/[\w$]/);
  return 'variableName.special';
}

function eatComment(stream: Stream): string | false {
  // An attribute, `#[Pure]`, is no comment.
  if (stream.peek() === '[') return false;
  stream.skipToEnd();
  return 'comment';
}
