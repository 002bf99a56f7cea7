import { strings } from '../../../widget/ui/strings/en.ts';
import { isLeaving, type Tab } from './browser/tab.ts';

/** One message as a reader sees it. */
export interface SeenMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** All other words at the message: the note on how it ended, the labels of its buttons. */
  readonly around: string;
  /** It stands in a text box, to be changed: the text is that of the box. */
  readonly isEdited?: boolean;
}

/** What a person sees of a chat. */
export interface Sight {
  /** The panel is there, with its text box. */
  readonly isThere: boolean;
  /** The text box under the transcript. */
  readonly composer: string;
  readonly messages: readonly SeenMessage[];
  /** Names of all buttons that can be pressed, in their order. */
  readonly buttons: readonly string[];
  /** All words that can be seen of the chat, those in its text boxes too. */
  readonly words: string;
}

/** What is seen before the panel is drawn. */
const NOTHING: Sight = { isThere: false, composer: '', messages: [], buttons: [], words: '' };

/** Words that say something is still to come. */
const BUSY = [strings.reconnecting, strings.waiting, strings.queued];

const FAILURES = [...Object.values(strings.errors), strings.truncated];
const UNDELIVERED = Object.values(strings.undelivered).map((words) => words.replace('{count} ', ''));

/** Words at a message that say how it ended, by who wrote it. */
const MARKS: Readonly<Record<SeenMessage['role'], readonly string[]>> = {
  user: [strings.unsent, strings.waiting, strings.retry, ...FAILURES, ...UNDELIVERED],
  assistant: [strings.stopped, ...FAILURES],
};

/** Words that say that the storage is full. */
const STORAGE_FAILED = /storage|not (?:be )?(?:kept|stored|saved)|cannot be (?:kept|stored|saved)/i;

/** Looks at the chat of a page; at nothing while the page is on its way. */
export async function look(tab: Tab): Promise<Sight> {
  const seen = await tab.evaluate(readChat, undefined).catch((error: unknown) => {
    if (isLeaving(error)) return undefined;
    throw error;
  });
  return seen ?? NOTHING;
}

/** A button that an answer has while it streams. */
export function isAnswering({ buttons }: Sight): boolean {
  return buttons.includes(strings.stop);
}

/** Whether nothing more will happen in this chat by itself. */
export function isQuiet(sight: Sight): boolean {
  return sight.isThere && !isAnswering(sight) && !BUSY.some((words) => sight.words.includes(words));
}

/** Whether the message says how it ended. */
export function isMarked({ role, around }: SeenMessage): boolean {
  return MARKS[role].some((words) => around.includes(words));
}

/** Whether the chat says that its storage is full. */
export function saysStorageFailed({ words }: Sight): boolean {
  return STORAGE_FAILED.test(words);
}

/** Runs in the page. Reads by names of parts, which are public. */
function readChat(): Sight | undefined {
  const root = document.querySelector('cf-ai-chat')?.shadowRoot;
  const input = root?.querySelector<HTMLTextAreaElement>('[part~=input]');
  if (!root) return undefined;
  const tidy = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const textsOf = (elements: Iterable<Element>): string =>
    tidy([...elements].map((element) => element.textContent).join(' '));
  const boxes = [...root.querySelectorAll('textarea')];
  const messages = [...root.querySelectorAll('[part~=message]')].flatMap((element): SeenMessage[] => {
    const role = element.matches('[part~=message--user]') ? 'user' : 'assistant';
    const bodies = [...element.querySelectorAll('[part~=message__body]')];
    const around = bodies.reduce(
      (words, body) => words.replace(tidy(body.textContent), ''),
      tidy(element.textContent),
    );
    if (role === 'assistant') return [{ role, text: textsOf(bodies), around }];
    // "2 messages were not delivered" has both, and one of them may be in a text box.
    return [...element.querySelectorAll<HTMLElement>('[part~=message__body], textarea')].map((body) =>
      body instanceof HTMLTextAreaElement
        ? { role, text: tidy(body.value), around, isEdited: true }
        : { role, text: tidy(body.textContent), around },
    );
  });
  const buttons = [...root.querySelectorAll('button')]
    .filter((button) => button.checkVisibility() && !button.disabled && button.ariaDisabled !== 'true')
    .map((button) => button.ariaLabel ?? tidy(button.textContent));
  // What was last said to screen readers stays there: "Will be sent next.", long after it was not sent.
  const said = [...root.querySelectorAll('[role=status]')].filter(({ clientHeight }) => clientHeight === 1);
  const all = tidy(`${textsOf(root.children)} ${boxes.map(({ value }) => value).join(' ')}`);
  const words = said.reduce((text, region) => text.replace(tidy(region.textContent), ''), all);
  return {
    isThere: Boolean(input?.checkVisibility()),
    composer: input?.value ?? '',
    messages,
    buttons,
    words,
  };
}
