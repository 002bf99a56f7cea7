/** The limits of one size, in bytes after compression. */
export interface SizeLimit {
  readonly title: string;
  /** Describes which bytes are counted. */
  readonly measures: string;
  /** If the size is larger, the tests fail. */
  readonly gate: number;
  /** The size that we want to reach. */
  readonly goal: number;
  /** What the bytes are used for, in KB, and why they are needed. */
  readonly why: string;
}

export const KILOBYTE = 1024;

/** All sizes that have a gate. */
export const SIZE_LIMITS = {
  script: {
    title: 'cf-ai-chat.js, brotli',
    measures: 'the file of the script tag: what every page loads at once',
    gate: 10.3 * KILOBYTE,
    goal: 9 * KILOBYTE,
    why: `10.2 to 10.3: the hash of the panel's file alone changes it by 0.08. Lit's ReactiveElement as published is 2.0, the styles
      of the launcher 1.0, the list of settings 0.5, the launcher's name in all languages 0.4. The gate to all storage is here (0.3),
      since the open state is stored before the panel is, and the page's colour scheme is read for the first frame (0.3), and the
      settings and the hash of the search are 0.2.`,
  },
  launcher: {
    title: 'launcher.js, brotli',
    measures: 'the file that every page loads when it is idle',
    gate: 3.7 * KILOBYTE,
    goal: 3 * KILOBYTE,
    why: `3.6, of which words for a panel that is awaited are 0.8, in all languages. 0.3 are in cf-ai-chat.js as well: a file that
      comes when the page is idle shares no code with a classic script.`,
  },
  panel: {
    title: 'what a press loads, brotli',
    measures: "the panel's file for the script tag, with which an empty chat is drawn",
    gate: 54.7 * KILOBYTE,
    goal: 50 * KILOBYTE,
    why: `54.4: the conversation with its tabs, versions, waiting questions and what answers ask 10, styles 4.3, transport 4.5, our Worker's format 0.8, Lit
      2.5, the English words 2.3, the hashes of all files that may be loaded later 1.4, the SSE parser 1.3. The renderer comes behind it.`,
  },
  firstFile: {
    title: 'what a first file loads, brotli',
    measures: 'the files of the package that load when a visitor adds the first file of a question',
    gate: 6 * KILOBYTE,
    goal: 5.5 * KILOBYTE,
    why: `5.98: the files of messages 1.5, the list of files with its button 1.3 and its styles 0.5, recognizing a file by its bytes
      1.0, redrawing a picture 0.5, what is taken 0.4, keeping the originals 0.8. The form of the script tag has 0.25 less.`,
  },
  ownMarkdown: {
    title: 'our own markdown code, brotli',
    measures: 'the modules of widget/markdown, built as for the panel, without marked and DOMPurify',
    gate: 14.5 * KILOBYTE,
    goal: 11 * KILOBYTE,
    why: `14.3, of which hosts in the texts of links are 1.1, the tags that are read 1.1, emphasis 0.9, formulas 0.7, what has no
      end yet, selections, withheld blocks 0.5 each, footnotes, appended text and long blocks 0.4, blocks of other dialects 0.3.
      DOMPurify, 9.8, comes only with a block of HTML.`,
  },
  answer: {
    title: 'all until a first answer, brotli',
    measures: 'every file that Chromium receives until an answer with code and sources is on screen',
    gate: 105.2 * KILOBYTE,
    goal: 100 * KILOBYTE,
    why: `105.0: the panel 54.4, the renderer 26.3 with the gate of links, cf-ai-chat.js 10.3, what stands around an answer 5.1,
      the row of actions 3.9, launcher.js 3.6, the grammar of JavaScript 1.2. Of them packages as published are 18.4: marked 12.7, Lit 4.3,
      the SSE parser 1.4. Styles are 8, the English words 1.8, the hashes of all files that may be loaded
      later 1.7. The rest is needed with the first answer, or must be here when the network is not: conversations that are the same in all pages and
      wait for the network, answers that go on after a cut, scrolling that leaves the reader alone, the sheet on phones, the next steps under failures.`,
  },
  coreWorker: {
    title: 'Worker that only answers, minified, gzip',
    measures:
      'the Worker as wrangler uploads it, without attachments/, guard/, knowledge/, quota/ and resume/',
    gate: 23.4 * KILOBYTE,
    goal: 22 * KILOBYTE,
    why: `23.3. Packages as published are 7.3: Hono 5.6, the SSE parser 1.7. The models are 4.2, the protocol 3.3, of which origins are 0.4,
      a turn with its run 3.2, wire formats 1.5, ratings and follow-up questions 1.1, errors and signatures 1.0, routes 1.0.`,
  },
  worker: {
    title: 'Worker, minified, gzip',
    measures: 'the Worker as wrangler uploads it, with all its folders',
    gate: 42.5 * KILOBYTE,
    goal: 34 * KILOBYTE,
    why: `42.4: 19.1 more than the Worker that only answers. Documents, their search and what is shown of it are 9.0, files of questions 2.7, quotas 2.3, coming back to turns
      1.5, the guard 1.3, and Hono's functions for it 1.0.`,
  },
} as const satisfies Readonly<Record<string, SizeLimit>>;
