import type { ChatMessage } from '../../protocol/chat-message.ts';

/** An entry of the transcript: a message, or a group of consecutive unanswered questions from earlier turns. */
export type TranscriptEntry = ChatMessage | readonly ChatMessage[];

/**
 * Groups consecutive failed questions of earlier turns: `[failed, failed, asked, answer]` becomes `[[failed, failed], asked,
 * answer]`.
 */
export function foldFailures(messages: readonly ChatMessage[]): readonly TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  let folded: ChatMessage[] | undefined;
  for (const message of messages) {
    const isFolded = message.role === 'user' && message.status === 'failed' && message !== messages.at(-1);
    if (!isFolded) {
      folded = undefined;
      entries.push(message);
    } else if (folded) folded.push(message);
    else entries.push((folded = [message]));
  }
  return entries;
}
