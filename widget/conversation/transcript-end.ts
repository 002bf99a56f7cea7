import { type ChatMessage, textOf } from '../protocol/chat-message.ts';

/** The answer that is growing, if one is. */
export function answerOf(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.status === 'streaming' ? last : undefined;
}

/** The last question, where it is the last message or the last message is its answer: it can be asked again. */
export function questionAtEnd(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const question = messages.at(messages.at(-1)?.role === 'assistant' ? -2 : -1);
  return question?.role === 'user' ? question : undefined;
}

/** Whether the last question has no complete answer, so that asking it again makes sense. */
export function isRetryable(messages: readonly ChatMessage[]): boolean {
  return messages.at(-1)?.role === 'user' || isCut(messages);
}

/** Whether the last message is an answer that was stopped, cut or failed, or may have been cut. */
export function canContinue(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  return (
    isCut(messages) || (last !== undefined && isPerhapsCut(last) && questionAtEnd(messages) !== undefined)
  );
}

/** A last line of at least 40 characters that is running text and ends in a letter or a comma: "Boots ship free, and they". */
const MID_SENTENCE = /(?:^|\n)(?![-*+#>|`$\d])[^\n]{40,}[\p{L}\p{N},;(]\s*$/u;

/**
 * Whether an answer whose format marks no end stops in mid-sentence.
 *
 * @example
 * const text = 'Boots ship free, and come within two days, and they';
 * isPerhapsCut({ parts: [{ type: 'text', text }], status: 'complete', isUnmarked: true }); // true
 */
export function isPerhapsCut(message: Pick<ChatMessage, 'parts' | 'status' | 'isUnmarked'>): boolean {
  return message.isUnmarked === true && message.status === 'complete' && MID_SENTENCE.test(textOf(message));
}

function isCut(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  const isWhole = last?.status === 'complete' || last?.status === 'streaming';
  return last?.role === 'assistant' && !isWhole && questionAtEnd(messages) !== undefined;
}
