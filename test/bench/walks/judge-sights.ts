import type { Fault } from './fault.ts';
import type { ModelCall } from './scripted-model.ts';
import { RESUME_SECONDS } from './service.ts';
import { isMarked, type SeenMessage, type Sight } from './sight.ts';

/** What is known of a visit besides the sights: the visitor's wishes, and what the model was asked. */
export interface Testimony {
  readonly lane: {
    readonly model: { readonly calls: readonly Pick<ModelCall, 'question' | 'answer' | 'isCutOff' | 'at'>[] };
  };
  /** How often an answer to a text was wanted. */
  readonly wishes: ReadonlyMap<string, number>;
  /** Questions whose answer was stopped, perhaps before its first word. */
  readonly stopped: ReadonlySet<string>;
}

/** What is wrong with one sight of a conversation at rest, or `isMoving`. */
export function faultsOfSight(testimony: Testimony, { messages }: Sight, isMoving = false): readonly Fault[] {
  const seen = new Set<string>();
  return messages.flatMap((message, index) => {
    const fault = (details: string): Fault[] => [
      {
        invariant: 'every answer is whole or marked',
        details: `${details}: "${message.text}" (${message.around})`,
      },
    ];
    if (message.role === 'user') {
      const isLast = messages[index + 1]?.role !== 'assistant';
      // A question that is being edited does not show how its turn ended.
      const isKnown = isMarked(message) || message.isEdited || testimony.stopped.has(message.text);
      const isExpected = isMoving || isKnown;
      return isLast && !isExpected ? fault('no answer, and no word about it') : [];
    }
    if (message.text === '') return [];
    const [name = ''] = /^Answer \d+:/.exec(message.text) ?? [];
    const whole = wholeOf(testimony, name);
    if (!whole.startsWith(message.text)) return fault('the model has said other words');
    if (seen.has(name)) return fault('twice in one conversation');
    seen.add(name);
    return message.text === whole || isMoving || isMarked(message) ? [] : fault('a part, without a word');
  });
}

/** Tabs of one conversation show the same messages; one of them may have a question in a text box, to be changed. */
export function faultsOfTabs(sights: readonly Sight[]): readonly Fault[] {
  const isEdited = (index: number): boolean => sights.some(({ messages }) => messages[index]?.isEdited);
  const toText = (message: SeenMessage): string => `${message.text}${isMarked(message) ? ' (marked)' : ''}`;
  const texts = sights.map(({ messages }) =>
    messages.map((message, index) => (isEdited(index) ? '(edited)' : toText(message))).join(' / '),
  );
  return new Set(texts).size > 1 ? [{ invariant: 'tabs agree', details: texts.join(' <> ') }] : [];
}

/**
 * The model was asked what the visitor wanted to be answered, as often as that. An answer of which nobody has seen a word in time is
 * given back, and made anew for a visitor who comes later.
 */
export function faultsOfAsking({ lane, wishes }: Testimony, sights: readonly Sight[]): readonly Fault[] {
  const asked = new Map<string, number[]>();
  const { calls } = lane.model;
  const isAsked = (text: string): boolean => calls.some(({ question }) => question.endsWith(text));
  const textOf = (question: string): string => {
    // Earlier questions without an answer may stand before it.
    const wished = [...wishes.keys()].filter((text) => question.endsWith(text));
    // A text that waited for the network may leave the box before the words behind it are sent.
    const split = [...wishes.keys()].find(
      (text) => text.endsWith(` ${question}`) && isAsked(text.slice(0, -question.length - 1)),
    );
    return wished.toSorted((a, b) => b.length - a.length)[0] ?? split ?? question;
  };
  const isGivenBack = ({ question, answer, at }: (typeof calls)[number]): boolean => {
    const [name = ''] = /^Answer \d+:/.exec(answer) ?? [];
    const isSeen = sights.some(({ messages }) => messages.some(({ text }) => text.startsWith(name)));
    const isLater = (other: (typeof calls)[number]): boolean =>
      textOf(other.question) === textOf(question) && other.at - at > RESUME_SECONDS * 1_000;
    return !isSeen && calls.some(isLater);
  };
  for (const call of calls) {
    const text = textOf(call.question);
    // Nobody can know what became of a question whose Worker was killed: it may be asked again.
    const isCutOff = call.isCutOff || isGivenBack(call);
    asked.set(text, [...(asked.get(text) ?? []), ...(isCutOff ? [] : [call.at])]);
  }
  return [...asked].flatMap(([text, times]) => {
    const wanted = wishes.get(text) ?? 0;
    const seconds = times.map((at) => ((at - (times[0] ?? 0)) / 1_000).toFixed(1)).join(', ');
    const details = `"${text}": asked ${times.length} times, wanted ${wanted} times (after ${seconds} s)`;
    return times.length > wanted ? [{ invariant: 'nothing is sent twice', details }] : [];
  });
}

/** Whether a message is a whole answer of the model, to its last character, without a mark such as "interrupted". */
export function isWhole(testimony: Testimony, message: SeenMessage): boolean {
  const whole = wholeOf(testimony, /^Answer \d+:/.exec(message.text)?.[0] ?? '');
  return message.role === 'assistant' && whole !== '' && message.text === whole && !isMarked(message);
}

function wholeOf({ lane }: Testimony, name: string): string {
  const call = lane.model.calls.find(({ answer }) => name !== '' && answer.startsWith(name));
  return call?.answer.trim() ?? '';
}
