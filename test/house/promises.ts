/** A test, by its file and its title as written in the source; or the reason why there is no test. */
export type Cell = { readonly file: string; readonly title: string } | string;

/** A promise: a text of README, and a cell for each of {@link PATHS}. */
export interface Promised {
  readonly promise: string;
  readonly cells: readonly [Cell, Cell, Cell];
}

/** The kinds of pages on which a promise must hold. */
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

const DRAWS = onAllPaths('markdown is drawn while it arrives');
const HARMLESS = onAllPaths('no script of an answer runs, and nothing that an answer names is requested');
const PRIVATE = onAllPaths(
  'no cookie is set, nothing is stored or requested before a question, no other host is asked, no key is shown',
);
const UNTOUCHED = test(
  'e2e/embedding/budgets.test',
  'is two files, the second when the page is idle, and no storage, cookie or layout shift before the visitor acts',
);
const SAME_FILES = 'the files are the same, whoever answers the questions';
const WORKER_ONLY = 'our Worker does it: what another backend limits and refuses is its own';

/** README's promises, in its order: each bullet of "How it compares", each row of "Security" and "Privacy". */
export const PROMISES: readonly Promised[] = [
  {
    promise: "What a visitor's browser loads, measured in Chromium",
    cells: ['npm test -- sizes measures the files, which are the same on every page', UNTOUCHED, SAME_FILES],
  },
  { promise: 'No flicker, no raw syntax on the way, hardly a node replaced', cells: DRAWS },
  {
    promise: 'An answer that is cut is kept and marked',
    cells: [
      test(
        'e2e/model.test',
        'keeps the text that arrived when the server breaks off, and answers on the next try',
      ),
      test('e2e/resume/resume.test', 'is marked as cut off, with the text that arrived'),
      test('e2e/old-servers.test', 'keeps the text and a retry over a reload in the middle of an answer'),
    ],
  },
  {
    promise: 'one whose reader reloads, follows a link or loses the network goes on where it was',
    cells: [
      test(
        'e2e/model.test',
        "continues after a reload, though a GET to the page's own origin has no Origin header",
      ),
      test('e2e/resume/resume.test', 'are complete to the character, and charged once'),
      test(
        'contract/agents.test',
        'continues an answer on the next page, while the answer grows and after its end',
      ),
    ],
  },
  {
    promise: 'Runs under a strict Content Security Policy with Trusted Types, with hostile style sheets',
    cells: [
      test(
        'e2e/demo/docs-pages.test',
        'search, and ask the chat, for a text typed into their search box, under a strict Content Security Policy',
      ),
      test('e2e/embedding/policies.browser', '${name}: allows a whole conversation without a violation'),
      test('e2e/embedding/replaced-natives.test', 'has a chat that answers: ${name}'),
    ],
  },
  {
    promise: 'axe finds nothing in 13 states',
    cells: [
      test(
        'e2e/demo/page.test',
        'has no axe violations at ${width} pixels, ${colorScheme}, and does not scroll sideways',
      ),
      'the panel is the same wherever its script comes from',
      test('e2e/accessibility.test', 'finds no axe violation and no small target in any other state'),
    ],
  },
  {
    promise: 'a question is answered in the same dialog',
    cells: [
      test(
        'e2e/search-with-worker.test',
        'asks the same Worker where the results do not answer the question',
      ),
      test(
        'e2e/search.test',
        'answers in the dialog, continues there, and opens the panel with the whole conversation',
      ),
      test('e2e/search.test', 'searches by a module of the site, such as that of Pagefind'),
    ],
  },
  {
    promise: 'visitors add files by a button, by pasting, by dropping them',
    cells: [
      'the files are sent in the same way to any origin; only what the backend reads decides',
      test(
        'e2e/attachments.test',
        'a photo goes from a phone to a model that reads pictures, and is shown again after a reload',
      ),
      test('contract/attachment-formats.test', 'openai, equals the request of OpenAI’s own client'),
    ],
  },
  {
    promise: 'Quotas that do not count failed answers, a limit for the whole site, a bot check, sessions',
    cells: [
      test(
        'e2e/after-an-answer.test',
        'is shown while it is nearly used up, and at zero with the time of the next question',
      ),
      test('e2e/bot-check.test', 'is done with the first message only; later messages send the session'),
      WORKER_ONLY,
    ],
  },
  { promise: 'An answer runs no script, applies no style, opens no frame', cells: HARMLESS },
  { promise: 'An answer makes no request by itself', cells: HARMLESS },
  {
    promise: 'The script is the one you chose',
    cells: [
      test('e2e/demo/live-chat.test', 'shows the script tag with the hash of the running release'),
      test(
        'e2e/embedding/releases.browser',
        'a page that pins the script by its hash loads files of that release only',
      ),
      SAME_FILES,
    ],
  },
  {
    promise: 'Only your sites ask, and only so much',
    cells: [
      test('worker/guard/origin.test', "answers the Worker's own origin"),
      test(
        'e2e/journeys.test',
        'who forgot ALLOWED_ORIGINS reads which line to add, adds it, and gets an answer, also on a file from disk',
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
        'sends no request to another host, stores nothing and reports nothing before the visitor acts',
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
      test('worker/turn/turn-run.test', 'is deleted 20 seconds after its end'),
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
