import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { ChatHarness } from '../../support/chat-harness.ts';
import { FAULTS, FaultyAnswers } from '../../support/faults.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { PageBackend } from '../../support/page-backend.ts';

/**
 * What the chat shows in the end, for each fault of the backend (rows) and each act of the visitor (columns).
 * The question is "Hi"; its whole answer is "Partial", and "Again" when it is asked again. `!` marks a failed
 * message, `~` a cut one, `#` a stopped one; the error stands in parentheses. `=` means: as in the column
 * "wait". In the rows "kept" the backend keeps the rest of an answer for a client that reconnects.
 */
const OUTCOMES = `
fault                            | wait                    | stop        | retry      | reload      | navigate    | hidden | moved | removed
cut before the head              | Hi! (blocked)           | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
cut before the first token       | Hi! (truncated)         | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
cut in mid-token                 | Hi Par~ (truncated)     | =           | Hi Again   | Hi Par~     | Hi Par~     | =      | =     | Hi Par~
cut before done                  | Hi Partial~ (truncated) | =           | Hi Again   | Hi Partial~ | Hi Partial~ | =      | =     | Hi Partial~
kept, cut before the first token | Hi Partial              | Hi          | Hi Partial | Hi Partial  | Hi Partial  | =      | =     | Hi
kept, cut in mid-token           | Hi Partial              | Hi Par#     | Hi Partial | Hi Partial  | Hi Partial  | =      | =     | Hi Par~
kept, cut before done            | Hi Partial              | Hi Partial# | Hi Partial | Hi Partial  | Hi Partial  | =      | =     | Hi Partial~
status 400                       | Hi! (not-configured)    | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 401                       | Hi! (not-configured)    | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 403                       | Hi! (not-configured)    | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 404                       | Hi! (not-configured)    | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 413                       | Hi! (not-configured)    | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 429                       | Hi! (model-busy)        | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 500                       | Hi! (model-failed)      | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
status 502, a page               | Hi! (model-failed)      | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
a page                           | Hi! (bad-response)      | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
a picture                        | Hi! (bad-response)      | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
nothing                          | Hi! (truncated)         | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
garbage                          | Hi! (truncated)         | =           | Hi Again   | Hi!         | Hi!         | =      | =     | Hi!
stall                            | Hi Par~ (stalled)       | Hi Par#     | Hi Again   | Hi Par~     | Hi Par~     | =      | =     | Hi Par~
drip                             | Hi Partial              | Hi Par#     | Hi Partial | Hi Par~     | Hi Par~     | =      | =     | Hi Par~
10 MB                            | Hi Partial              | Hi Par#     | Hi Partial | Hi Par~     | Hi Par~     | =      | =     | Hi Par~
`;

/** Each ends as a row above it: the chat differs in its error code or length of text at most. Only `npm run test:full` has all their columns. */
const ALIKE: ReadonlySet<string> = new Set([
  'cut before done',
  'status 400',
  'status 401',
  'status 403',
  'status 404',
  'status 413',
  'status 429',
  'status 500',
  'status 502, a page',
  'a page',
  'a picture',
  'nothing',
  'garbage',
  '10 MB',
]);

const MARKS: Readonly<Record<string, string>> = { failed: '!', truncated: '~', stopped: '#' };
/** Long enough for a busy machine to stop an answer before its end. */
const STALL_TIMEOUT_MS = 1_000;

/** The chat of one test, its backend, and the answers with the fault. */
interface Cell {
  readonly chat: ChatHarness;
  readonly backend: PageBackend;
  readonly answers: FaultyAnswers;
}

/** What visitors do during the fault or after it. Each resolves with the chat that is on the page then. */
const REACTIONS: Readonly<Record<string, (cell: Cell) => Promise<ChatHarness>>> = {
  wait: ({ chat }) => Promise.resolve(chat),
  stop({ chat }) {
    chat.element.stop();
    return Promise.resolve(chat);
  },
  async retry({ chat, answers }) {
    answers.rest.open();
    await ended(chat);
    await chat.element.retry();
    return chat;
  },
  /** Fires the events of a page that is left; after that no code of the page runs. */
  reload({ chat: { element } }) {
    window.dispatchEvent(new Event('pagehide'));
    const stored = Object.entries(sessionStorage);
    element.remove();
    for (const [key, value] of stored) sessionStorage.setItem(key, String(value));
    return open(element);
  },
  /** Replaces the page within the document, as Turbo and others do. */
  navigate({ chat: { element } }) {
    element.remove();
    return open(element);
  },
  async hidden({ chat, answers }) {
    setVisibility('hidden');
    answers.rest.open();
    await ended(chat);
    setVisibility('visible');
    return chat;
  },
  moved({ chat }) {
    const place = document.createElement('div');
    document.body.append(place);
    place.append(chat.element);
    return Promise.resolve(chat);
  },
  async removed({ chat, backend }) {
    const wasRunning = isRunning(chat);
    chat.element.remove();
    if (wasRunning) await chat.until('an abort', () => backend.calls.at(-1)?.signal.aborted);
    return chat;
  },
};

type Settings = Pick<CfAiChatElement, 'endpoint' | 'instance' | 'stallTimeout'>;

async function open({ endpoint, instance, stallTimeout }: Settings): Promise<ChatHarness> {
  const chat = ChatHarness.mount({ endpoint, instance, stallTimeout, mode: 'inline', loading: 'eager' });
  await chat.ready();
  return chat;
}

function isRunning({ element }: ChatHarness): boolean {
  return element.status === 'submitted' || element.status === 'streaming';
}

async function ended(chat: ChatHarness): Promise<void> {
  await chat.until('an end', () => !isRunning(chat));
}

function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

function textsOf({ element }: ChatHarness): readonly string[] {
  return element.messages.map(({ parts }) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  );
}

function outcomeOf(chat: ChatHarness): string {
  const { messages, error } = chat.element;
  const texts = textsOf(chat).map((text, index) => text + (MARKS[messages[index]?.status ?? ''] ?? ''));
  return [...texts, ...(error ? [`(${error.code})`] : [])].join(' ');
}

/** Checks that all messages are drawn, and that an incomplete one offers a next step. */
async function expectDrawn(chat: ChatHarness): Promise<void> {
  await chat.drawn();
  expect(chat.bodies).to.deep.equal(textsOf(chat));
  const isWhole = chat.element.messages.length === 2 && chat.element.messages[1]?.status === 'complete';
  const steps = chat.root.querySelectorAll('.failure .step:not([disabled])');
  expect(steps.length > 0).to.equal(!isWhole);
  expect(chat.input.disabled).to.equal(false);
}

const [, head = '', ...rows] = OUTCOMES.split('\n');
const cellsOf = (row: string): readonly string[] => row.split('|').map((cell) => cell.trim());
const [, ...reactions] = cellsOf(head);

it('the table has every fault with everything that visitors do', () => {
  const faults = rows.filter((row) => row !== '').map((row) => cellsOf(row)[0]);
  expect(faults).to.have.members(Object.keys(FAULTS));
  expect(reactions).to.deep.equal(Object.keys(REACTIONS));
});

describe('a question whose answer goes wrong', () => {
  let backend: PageBackend;
  let instances = 0;
  afterEach(() => {
    Reflect.deleteProperty(document, 'visibilityState');
    ChatHarness.cleanUp();
    backend.restore();
  });

  async function fail(fault: keyof typeof FAULTS): Promise<Cell> {
    const answers = new FaultyAnswers(FAULTS[fault]);
    backend = new PageBackend((call) => answers.answer(call));
    instances += 1;
    const stallTimeout = fault === 'stall' ? STALL_TIMEOUT_MS : 30_000;
    const chat = await open({ endpoint: backend.url.href, instance: `faults-${instances}`, stallTimeout });
    void chat.element.send('Hi');
    await chat.until('the question', () => backend.calls.length > 0);
    const isThere = (): boolean => backend.calls.length > 1 || chat.bodies.at(-1) === 'Par';
    await chat.until('the fault', () => !isRunning(chat) || isThere());
    return { chat, backend, answers };
  }

  const isFault = (name: string): name is keyof typeof FAULTS => name in FAULTS;

  for (const row of rows) {
    const [fault = '', ...outcomes] = cellsOf(row);
    if (!isFault(fault)) continue;
    for (const [index, reaction] of reactions.entries()) {
      if (ALIKE.has(fault) && !['wait', 'retry'].includes(reaction) && !IS_FULL_RUN) continue;
      const outcome = outcomes[index] === '=' ? outcomes[0] : outcomes[index];
      it(`when the answer has the fault "${fault}" and the visitor does "${reaction}", the chat shows: ${outcome}`, async () => {
        const cell = await fail(fault);
        const chat = await REACTIONS[reaction]!(cell);
        cell.answers.rest.open();
        if (chat.element.isConnected) await ended(chat);
        expect(outcomeOf(chat)).to.equal(outcome);
        if (chat.element.isConnected) await expectDrawn(chat);
      });
    }
  }
});
