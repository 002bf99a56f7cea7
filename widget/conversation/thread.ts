import { textOf, type ChatMessage } from '../protocol/chat-message.ts';

/** An earlier conversation. */
export interface Thread {
  readonly id: string;
  /** The visitor's own name for it; empty: {@link titleOf} its messages. */
  readonly title: string;
  /** Pinned threads are never given up for newer ones. */
  readonly isPinned: boolean;
  /** When it was last added to, in milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly messages: readonly ChatMessage[];
}

/** Longest name of a thread, in characters. */
export const MAX_TITLE_CHARACTERS = 80;

/**
 * The first line of the visitor's first question, at most {@link MAX_TITLE_CHARACTERS}; empty when nobody asked.
 *
 * @example
 * const message = { id: '1', role: 'user', status: 'complete', createdAt: 0 } as const;
 * titleOf([{ ...message, parts: [{ type: 'text', text: 'Returns?\nOrder 1234' }] }]); // 'Returns?'
 */
export function titleOf(messages: readonly ChatMessage[]): string {
  const question = messages.find(({ role }) => role === 'user');
  const [line = ''] = (question ? textOf(question) : '').trim().split('\n');
  return line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS - 1).trimEnd()}…` : line;
}
