import { type ChatMessage, type Part, textOf } from '../protocol/chat-message.ts';

/** Characters of the question that the request to go on repeats, so that a backend which searches finds the same again. */
const MAX_REPEATED_CHARACTERS = 500;

/** A word that the end of the text may have cut: `beha` of "its beha". Not in Chinese, Japanese or Thai. */
const CUT_WORD = /(?<=\s)[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]{1,40}$/u;

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
 * The message that asks the model to go on with its answer to a question.
 *
 * @example
 * askToContinue(question, 'Go on with your answer to: {question}').parts;
 * // [{ type: 'text', text: 'Go on with your answer to: Where is my order?' }]
 */
export function askToContinue(question: ChatMessage, instruction: string): ChatMessage {
  const repeated = textOf(question).slice(0, MAX_REPEATED_CHARACTERS);
  const text = instruction.replace('{question}', () => repeated);
  return { ...question, status: 'complete', parts: [{ type: 'text', text }] };
}

function withoutCutWord(part: Part): Part {
  return part.type === 'text' ? { ...part, text: part.text.replace(CUT_WORD, '') } : part;
}
