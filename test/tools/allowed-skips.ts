interface AllowedSkip {
  /** Path of a test file from the root, or the name of a suite whose programs or packages cannot be installed. */
  readonly file: string;
  /** A part of the test's title. */
  readonly title: string;
  readonly because: string;
  /** Whether the test runs in CI, where it must then not be skipped. */
  readonly isInCi?: true;
}

const DOCUMENTATION = 'test/e2e/documentation.test.ts';

const ALLOWED_SKIPS: readonly AllowedSkip[] = [
  {
    file: DOCUMENTATION,
    title: 'demo/docs/api.md, block 6',
    because: 'it needs the package openai; test/contract/event-source-clients.test.ts does the same',
  },
  {
    file: DOCUMENTATION,
    title: 'demo/docs/api.md, block 7',
    because: 'it needs the package openai; test/worker/routes/chat.test.ts does the same',
  },
  {
    file: DOCUMENTATION,
    title: 'demo/docs/markdown.md, block 3',
    because: 'it needs the package ai and a model',
  },
  { file: DOCUMENTATION, title: 'demo/docs/markdown.md, block 6', because: 'it needs the package jsdom' },
  ...[
    [5, 'VitePress'],
    [6, 'Docusaurus'],
    [7, 'Starlight'],
  ].map(([block, generator]) => ({
    file: DOCUMENTATION,
    title: `demo/docs/search.md, block ${block}`,
    because: `it is the configuration of ${generator}, which \`npm run test:frameworks\` builds a site with`,
  })),
  {
    file: 'test/e2e/embedding/budgets.test.ts',
    title: 'does not keep a page out of the back/forward cache',
    because: 'only root on Debian can install a whole Chromium',
    isInCi: true,
  },
  {
    file: 'test/e2e/prerendering.test.ts',
    title: 'shows what was said meanwhile on the page before',
    because: 'only root on Debian can install a whole Chromium',
    isInCi: true,
  },
  {
    file: 'test/worker/tools/deploy.test.ts',
    title: 'asks in a terminal which of several accounts',
    because: 'it needs script(1) for a terminal',
    isInCi: true,
  },
  {
    file: 'test/wordpress/directory-rules.test.ts',
    title: 'claims no WordPress that it was not tested with',
    because: 'only Debian has the current WordPress',
    isInCi: true,
  },
  {
    file: 'wordpress',
    title: 'has what it needs',
    because: 'only root on Debian can install PHP',
    isInCi: true,
  },
];

/** Whether a test may be skipped. A skipped test that is not in `ALLOWED_SKIPS` fails the run. */
export function isAllowedSkip(file: string, title: string): boolean {
  const isCi = process.env['CI'] !== undefined;
  return ALLOWED_SKIPS.some(
    (allowed) => allowed.file === file && title.includes(allowed.title) && !(isCi && allowed.isInCi),
  );
}
