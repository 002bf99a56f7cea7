import type { ChatMessage } from '../../protocol/chat-message.ts';

/** A message, or questions of earlier turns that got no answer, one after the other. */
export type TranscriptEntry = ChatMessage | readonly ChatMessage[];

/** The transcript with the failed questions of earlier turns together: `[failed, failed, asked, answer]` begins with a pair. */
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
