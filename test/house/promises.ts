/** A test by its file and its title as they are written, or why there is none. */
export type Cell = { readonly file: string; readonly title: string } | string;

/** A promise: words of README, and a cell for each of {@link PATHS}. */
export interface Promised {
  readonly promise: string;
  readonly cells: readonly [Cell, Cell, Cell];
}

/** The paths that people take. */
export const PATHS = [
  'the page that npm start serves',
  'a page of another origin',
  'a backend that is not ours',
] as const;

const test = (file: string, title: string): Cell => ({ file: `test/${file}.ts`, title });
const onAllPaths = (title: string): Promised['cells'] => {
  const cell = test('e2e/three-paths.test', `${title}: \${path}`);
  return [cell, cell, cell];
};

const DRAWS = onAllPaths('draws markdown while it comes');
const HARMLESS = onAllPaths('runs no script of an answer, and asks for nothing that it names');
const PRIVATE = onAllPaths(
  'sets no cookie, stores and asks nothing before a question, nobody else after it, and shows no key',
);
const UNTOUCHED = test(
  'e2e/embedding/budgets.test',
  'asks for two files, the second when it is idle, stores nothing, sets no cookie and shifts nothing before the visitor acts',
);
const SAME_FILES = 'the files are the same, whoever answers the questions';
const WORKER_ONLY = 'our Worker does it: what another backend limits and refuses is its own';

/** README's promises, in its order: each bullet of "How it compares", each row of "Security" and "Privacy". */
export const PROMISES: readonly Promised[] = [
  {
    promise: "What a visitor's browser loads, measured in Chromium",
    cells: ['npm test -- sizes measures the files, which are the same on every page', UNTOUCHED, SAME_FILES],
  },
  { promise: 'No flicker, no raw syntax on the way, nothing rebuilt', cells: DRAWS },
  {
    promise: 'An answer that is cut is kept and marked',
    cells: [
      test('e2e/model.test', 'keeps what arrived when the server breaks off, and answers on the next try'),
      test('e2e/resume/resume.test', 'is said to be cut off, with its words'),
      test(
        'e2e/old-servers.test',
        'keeps the words and the next try over a reload in the middle of an answer',
      ),
    ],
  },
  {
    promise: 'one whose reader reloads, follows a link or loses the network goes on where it was',
    cells: [
      test('e2e/model.test', "goes on after a reload: a GET to the page's own origin has no Origin"),
      test('e2e/resume/resume.test', 'are there to the character, and charged once'),
      test(
        'contract/agents.test',
        'goes on with an answer on the next page, while it grows and after its end',
      ),
    ],
  },
  {
    promise: 'Runs under a strict Content Security Policy with Trusted Types, with hostile style sheets',
    cells: [
      test(
        'e2e/demo/docs-pages.test',
        'search, and ask the chat, what is typed into the box, under a strict policy',
      ),
      test('e2e/embedding/policies.browser', '${name}: a whole conversation, no violation'),
      test('e2e/embedding/replaced-natives.test', 'has a chat that answers: ${name}'),
    ],
  },
  {
    promise: 'axe finds nothing in 13 states',
    cells: [
      test('e2e/demo/page.test', 'passes axe at ${width} pixels, ${colorScheme}'),
      'the panel is the same wherever its script comes from',
      test('e2e/accessibility.test', 'has no violations in any other state, light and dark'),
    ],
  },
  {
    promise: 'a question is answered in the same dialog',
    cells: [
      test('e2e/search-with-worker.test', 'asks the same Worker where results are not enough'),
      test(
        'e2e/search.test',
        'answers in the dialog, goes on there, and leads to the panel with everything said',
      ),
      test('e2e/search.test', 'searches by a module of the site, such as that of Pagefind'),
    ],
  },
  {
    promise: 'Quotas that do not count failed answers, a limit for the whole site, a bot check, sessions',
    cells: [
      test(
        'e2e/after-an-answer.test',
        'is told while it lasts, and when it is used up, with the time of the next question',
      ),
      test('e2e/bot-check.test', 'is made with the first message only; the next ones bring the session'),
      WORKER_ONLY,
    ],
  },
  { promise: 'An answer runs no script, applies no style, opens no frame', cells: HARMLESS },
  { promise: 'An answer makes no request by itself', cells: HARMLESS },
  {
    promise: 'The script is the one you chose',
    cells: [
      test('e2e/demo/live-chat.test', 'shows the tag that pins the release it runs'),
      test(
        'e2e/embedding/releases.browser',
        'loads nothing else for a page that pinned the script by its hash',
      ),
      SAME_FILES,
    ],
  },
  {
    promise: 'Only your sites ask, and only so much',
    cells: [
      test('worker/guard/origin.test', 'answers its own origin'),
      test(
        'e2e/journeys.test',
        'with the setting forgotten reads which line to set, sets it, and has an answer',
      ),
      WORKER_ONLY,
    ],
  },
  {
    promise: "The model's key stays on the server",
    cells: [PRIVATE[0], PRIVATE[1], 'the key, if there is one, is with that backend'],
  },
  { promise: '| cookies | never |', cells: PRIVATE },
  { promise: 'stored in the browser: the conversation', cells: PRIVATE },
  {
    promise: "requests to your Worker's files",
    cells: [
      test(
        'e2e/demo/live-chat.test',
        'asks nothing of another host, stores nothing and reports nothing before the visitor acts',
      ),
      UNTOUCHED,
      SAME_FILES,
    ],
  },
  { promise: 'requests to the endpoint', cells: PRIVATE },
  { promise: 'requests to anyone else', cells: PRIVATE },
  {
    promise: 'stored on the Worker',
    cells: [
      test('worker/turn/turn-run.test', 'is forgotten 20 seconds after its end'),
      'the Worker stores the same, whatever page asks',
      'what another backend stores is its own',
    ],
  },
  {
    promise: 'recorded by session recorders of your page',
    cells: [
      'our page has no session recorder',
      'the marks are on the element, wherever its script comes from',
      test(
        'e2e/embedding/session-recorders.test',
        'records the page, and no word that is typed or answered in the chat',
      ),
    ],
  },
];
