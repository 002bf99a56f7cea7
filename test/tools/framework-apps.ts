/** A framework's project with a chat on its page; its files are in `test/fixtures/framework-apps/NAME`. */
export interface FrameworkApp {
  readonly name: string;
  /** What makes the project, where there is a command for it that needs no network but npm's. */
  readonly create?: readonly string[];
  readonly build: readonly string[];
  readonly serve: (port: string) => readonly string[];
}

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
];
