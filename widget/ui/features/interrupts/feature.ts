import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { Feature } from '../../feature/feature.ts';
import type { Chat } from '../../feature/chat.ts';

/** Interrupts of an answer: an approval, a tool of the page, a question to the visitor. */
export const interrupts = new Feature({
  load: async () => (await import('./interrupts-view.ts')).InterruptsView,
  isOnlineOnly: true,
  isWanted: ({ state }) => state.messages.some(hasInterrupt),
  draw: { underAnswer: (feature, message) => feature.render(message) },
});

/** See `Interrupts.interruption`. Until the code has loaded, an answer with interrupts counts as waiting. */
export function interruption(chat: Chat, answer: ChatMessage): 'open' | ChatMessage | undefined {
  const { current } = interrupts.of(chat);
  return current ? current.interruption(answer) : hasInterrupt(answer) ? 'open' : undefined;
}

/** The interrupts of an answer with their outcomes, as lines of text. */
export function interruptLines(chat: Chat, message: ChatMessage): readonly string[] {
  return interrupts.of(chat).current?.linesOf(message) ?? [];
}

function hasInterrupt({ parts }: ChatMessage): boolean {
  return parts.some(({ type }) => type === 'interrupt');
}
