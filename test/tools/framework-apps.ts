/** A framework's project with a chat on its page; its files are in `test/fixtures/framework-apps/NAME`. */
export interface FrameworkApp {
  readonly name: string;
  /** The command that creates the project, if the framework has one that needs no network except the npm registry. */
  readonly create?: readonly string[];
  readonly build: readonly string[];
  readonly serve: (port: string) => readonly string[];
  /** For a site that uses only the code of `demo/docs/search.md`, and none of our packages. */
  readonly search?: DocumentedSearch;
}

/** How to test the search of a site that is set up with the code of the documentation. */
export interface DocumentedSearch {
  /** Finds the block of code: it is marked `not run: needs VitePress` in the documentation. */
  readonly remark: string;
  /** The file for that code, which the site's configuration imports. */
  readonly file: string;
  /** CSS selector of the button that opens the search, if there is one besides the keys. */
  readonly button?: string;
  /** Whether the keys of our search open a dialog of the site instead. */
  readonly hasOwnKeys?: true;
  /** The text to search for. `found` matches a result. */
  readonly text: string;
  readonly found: RegExp;
}

/** A search in our documentation, which the Worker has indexed. */
const IN_WORKER = { text: 'wordpress plug', found: /^WordPress/ };

/** Options for which the command asks no questions, and adds no style sheets or linters that our page would have to satisfy. */
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
