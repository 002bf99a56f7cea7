import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { Feature } from '../../feature/feature.ts';
import type { Chat } from '../../feature/chat.ts';

/** What an answer waits for: an approval, a tool of the page, an answer of the visitor. */
export const interrupts = new Feature({
  load: async () => (await import('./interrupts-view.ts')).InterruptsView,
  isOnlineOnly: true,
  isWanted: ({ state }) => state.messages.some(hasInterrupt),
  draw: { underAnswer: (feature, message) => feature.render(message) },
});

/** Whether the last answer waits for somebody, or goes on; undefined where it does neither. Until the code is here, it waits. */
export function interruption(chat: Chat, answer: ChatMessage): 'open' | 'answered' | undefined {
  if (!hasInterrupt(answer)) return undefined;
  const { current } = interrupts.of(chat);
  return current ? current.interruption(answer) : 'open';
}

function hasInterrupt({ parts }: ChatMessage): boolean {
  return parts.some(({ type }) => type === 'interrupt');
}
