import { interruptsOf } from '../../../interrupts/round.ts';
import { shownText } from '../../../interrupts/shown-text.ts';
import type { ChatMessage, InterruptPart } from '../../../protocol/chat-message.ts';
import type { Strings } from '../../strings/strings.ts';

/** Characters shown of a title, a name or an answer. */
export const MAX_TITLE_CHARACTERS = 300;

/** The outcome of an interrupt, as text for visitors. */
export function outcomeOf({ state, answer, kind }: InterruptPart, strings: Strings): string {
  const { allowed, toolDenied, toolFailed, cannotAnswer } = strings;
  if (state === 'answered' && kind === 'question') return shownText(wordsOf(answer), MAX_TITLE_CHARACTERS);
  const outcomes = { allowed, answered: allowed, refused: toolDenied, failed: toolFailed };
  return state in outcomes ? outcomes[state as keyof typeof outcomes] : cannotAnswer;
}

/** The interrupts of an answer with their outcomes, as lines of text. */
export function interruptLines(message: ChatMessage, strings: Strings): readonly string[] {
  return interruptsOf(message).map(
    (part) => `${shownText(part.title, MAX_TITLE_CHARACTERS)}: ${outcomeOf(part, strings)}`,
  );
}

function wordsOf(answer: unknown): string {
  const [value = answer] = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
