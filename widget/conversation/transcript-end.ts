import type { ChatMessage } from '../protocol/chat-message.ts';

/** The answer that is growing, if one is. */
export function answerOf(messages: readonly ChatMessage[]): ChatMessage | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' && last.status === 'streaming' ? last : undefined;
}

/** Whether the last question has no complete answer, so that asking it again makes sense. */
export function isRetryable(messages: readonly ChatMessage[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return last !== undefined;
  return isUnfinishedAnswer(last) && messages.at(-2)?.role === 'user';
}

/** Whether there is a last question that can be answered anew. */
export function canRegenerate(messages: readonly ChatMessage[]): boolean {
  return upToLastQuestion(messages).at(-1)?.role === 'user';
}

/** Whether a message is an answer that was stopped, cut or failed. */
export function isUnfinishedAnswer({ role, status }: ChatMessage): boolean {
  return role === 'assistant' && status !== 'complete' && status !== 'streaming';
}

/** The messages without the answer at their end, which is to be given anew. */
export function upToLastQuestion(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.at(-1)?.role === 'assistant' ? messages.slice(0, -1) : messages;
}
