/** A framework's project with a chat on its page; its files are in `test/fixtures/framework-apps/NAME`. */
export interface FrameworkApp {
  readonly name: string;
  /** What makes the project, where there is a command for it that needs no network but npm's. */
  readonly create?: readonly string[];
  readonly build: readonly string[];
  readonly serve: (port: string) => readonly string[];
  /** For a site whose configuration is the one that `demo/docs/search.md` shows, with nothing else of ours. */
  readonly search?: DocumentedSearch;
}

/** The search of a site as the documentation sets it up. */
export interface DocumentedSearch {
  /** Stands before the block of code: `not run: needs VitePress`. */
  readonly remark: string;
  /** Where the site's own configuration imports it from. */
  readonly file: string;
  /** The button that opens it, where there is one besides the keys. */
  readonly button?: string;
  /** Whether the site has taken the keys for itself. */
  readonly hasOwnKeys?: true;
  /** What is typed, and what is found for it. */
  readonly text: string;
  readonly found: RegExp;
}

/** Of the Worker, which has indexed our documentation. */
const IN_WORKER = { text: 'wordpress plug', found: /^WordPress/ };

/** Nothing that asks a question, and no style sheet or linter that the page would have to fit. */
const CREATE_NEXT_APP = [
  'create-next-app@16.4.3',
  'app',
  ...['--yes', '--ts', '--app', '--empty', '--use-npm', '--skip-install', '--disable-git'],
  ...['--no-src-dir', '--no-eslint', '--no-tailwind', '--no-react-compiler', '--import-alias', '@/*'],
];

/** The frameworks that `npm run test:frameworks` builds. */
export const FRAMEWORK_APPS: readonly FrameworkApp[] = [
  {
    name: 'next',
    create: CREATE_NEXT_APP,
    build: ['npx', 'next', 'build'],
    serve: (port) => ['npx', 'next', 'start', '-H', '127.0.0.1', '-p', port],
  },
  {
    name: 'nuxt',
    build: ['npx', 'nuxt', 'build'],
    serve: () => ['node', '.output/server/index.mjs'],
  },
  {
    name: 'sveltekit',
    build: ['npx', 'vite', 'build'],
    serve: () => ['node', 'build'],
  },
  {
    name: 'astro',
    build: ['npx', 'astro', 'build'],
    serve: (port) => ['npx', 'astro', 'preview', '--host', '127.0.0.1', '--port', port],
  },
  {
    name: 'vitepress',
    build: ['npx', 'vitepress', 'build'],
    serve: (port) => ['npx', 'vitepress', 'preview', '--host', '127.0.0.1', '--port', port],
    search: { remark: 'needs VitePress', file: 'documented.js', ...IN_WORKER },
  },
  {
    name: 'docusaurus',
    build: ['npx', 'docusaurus', 'build'],
    serve: (port) => ['npx', 'docusaurus', 'serve', '--host', '127.0.0.1', '--port', port, '--no-open'],
    search: {
      remark: 'needs Docusaurus',
      file: 'documented.mjs',
      button: '.navbar .search',
      ...IN_WORKER,
    },
  },
  {
    name: 'starlight',
    build: ['npx', 'astro', 'build'],
    serve: (port) => ['npx', 'astro', 'preview', '--host', '127.0.0.1', '--port', port],
    search: {
      remark: 'needs Starlight',
      file: 'documented.js',
      button: 'site-search button',
      hasOwnKeys: true,
      text: 'return order',
      found: /^How to return an order/,
    },
  },
];
