import { type ChatMessage, type Part, textOf } from '../protocol/chat-message.ts';
import { isUnfinishedAnswer } from './transcript-end.ts';

/** Characters of the question that the request to go on repeats, so that a backend which searches finds the same again. */
const MAX_REPEATED_CHARACTERS = 500;

/** A word that the end of the text may have cut: `beha` of "its beha". Not in Chinese, Japanese or Thai. */
const CUT_WORD = /(?<=\s)[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]{1,40}$/u;

/** Whether the last message is an answer with words that did not come to its end. */
export function canContinue(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  return last !== undefined && isUnfinishedAnswer(last) && messages.at(-2)?.role === 'user';
}

/**
 * An answer as it goes on: without a last word that may be half of one, since models go on with a whole word.
 *
 * @example
 * const answer = { id: '1', role: 'assistant', status: 'stopped', createdAt: 0 } as const;
 * textOf(continuable({ ...answer, parts: [{ type: 'text', text: 'Its beha' }] })); // 'Its '
 */
export function continuable(answer: ChatMessage): ChatMessage {
  const index = answer.parts.findLastIndex(({ type }) => type === 'text');
  return {
    ...answer,
    status: 'complete',
    parts: answer.parts.map((part, at) => (at === index ? withoutCutWord(part) : part)),
  };
}

/**
 * The transcript with one more message that asks the model to go on with its last answer.
 *
 * @example
 * askToContinue(messages, 'Go on with your answer to: {question}').at(-1)?.parts;
 * // [{ type: 'text', text: 'Go on with your answer to: Where is my order?' }]
 */
export function askToContinue(messages: readonly ChatMessage[], instruction: string): readonly ChatMessage[] {
  const question = messages.findLast(({ role }) => role === 'user');
  const [answer] = messages.slice(-1);
  if (!question || !answer) return messages;
  const repeated = textOf(question).slice(0, MAX_REPEATED_CHARACTERS);
  const text = instruction.replace('{question}', () => repeated);
  return [...messages, { ...question, status: 'complete', parts: [{ type: 'text', text }] }];
}

function withoutCutWord(part: Part): Part {
  return part.type === 'text' ? { ...part, text: part.text.replace(CUT_WORD, '') } : part;
}
