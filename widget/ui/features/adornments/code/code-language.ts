// Keys are names of modes. Values: the name for visitors, then further names that models use.
const LANGUAGES: Readonly<Record<string, string>> = {
  c: 'C|h',
  clojure: 'Clojure|clj|cljs',
  cpp: 'C++|c++|cc|hpp|cxx',
  csharp: 'C#|cs|c#|dotnet',
  css: 'CSS',
  dart: 'Dart',
  diff: 'Diff|patch',
  dockerfile: 'Dockerfile|docker|containerfile',
  go: 'Go|golang',
  groovy: 'Groovy|gradle',
  haskell: 'Haskell|hs',
  html: 'HTML|htm|xhtml|vue|svelte|astro|liquid|handlebars',
  http: 'HTTP',
  java: 'Java',
  javascript: 'JavaScript|js|jsx|mjs|cjs|node',
  json: 'JSON|jsonc|json5|jsonl|ndjson|webmanifest',
  julia: 'Julia|jl',
  kotlin: 'Kotlin|kt|kts',
  less: 'Less',
  lua: 'Lua',
  nginx: 'nginx',
  objectivec: 'Objective-C|objc|objective-c',
  perl: 'Perl|pl',
  php: 'PHP',
  powershell: 'PowerShell|ps1|pwsh|ps',
  properties: 'INI|ini|env|dotenv|cfg|conf|editorconfig',
  python: 'Python|py|python3|py3|pyi|pycon',
  r: 'R',
  ruby: 'Ruby|rb|rails|gemfile',
  rust: 'Rust|rs',
  scala: 'Scala|sbt',
  scss: 'SCSS',
  shell: 'Shell|bash|sh|zsh|fish|console|terminal|shell-session|shellsession|shellscript',
  sql: 'SQL|mysql|postgresql|postgres|pgsql|plsql|sqlite|tsql',
  swift: 'Swift',
  toml: 'TOML',
  typescript: 'TypeScript|ts|tsx|mts|cts',
  xml: 'XML|svg|rss|xsl|plist|wsdl',
  yaml: 'YAML|yml',
};

/** Formulas, for which there is no mode. */
const FORMULA = /^math(?:-display)?$/;

const PLAIN: ReadonlySet<string> = new Set(['text', 'plain', 'plaintext', 'txt', 'none', 'output']);

/** A longer text after the fence is not the name of a language. */
const MAX_LABEL_CHARACTERS = 24;

/** The language of a code block. */
export interface CodeLanguage {
  /** The mode that highlights the language; undefined where there is none. */
  readonly mode: string | undefined;
  /** The name for visitors; may be empty. */
  readonly label: string;
}

let modes: ReadonlyMap<string, string> | undefined;

/** The language of a code block, from the class that the renderer sets. */
export function languageOf(code: Element): CodeLanguage {
  const [, name = ''] = /^language-(\S+)$/.exec(code.className) ?? [];
  const mode = modeOf(name.toLowerCase());
  if (FORMULA.test(name)) return { mode, label: 'LaTeX' };
  if (mode) return { mode, label: LANGUAGES[mode]?.split('|', 1)[0] ?? name };
  const isLabel = !PLAIN.has(name.toLowerCase()) && name.length <= MAX_LABEL_CHARACTERS;
  return { mode, label: isLabel ? name : '' };
}

function modeOf(name: string): string | undefined {
  modes ??= new Map(
    Object.entries(LANGUAGES).flatMap(([mode, names]) => [
      [mode, mode],
      ...names
        .split('|')
        .slice(1)
        .map((alias): [string, string] => [alias, mode]),
    ]),
  );
  return modes.get(name);
}
