import { filesOf, textOf, type ChatMessage } from '../../../protocol/chat-message.ts';
import { lineOf } from '../../../conversation/line.ts';
import { newestOf, type RecordStore } from '../../../conversation/record-store.ts';

/** A conversation in the list. */
export interface Thread {
  readonly id: string;
  /** The name that the visitor has given; if it is empty, {@link titleOf} the messages is shown. */
  readonly title: string;
  /** Pinned conversations are never removed to make room for newer ones. */
  readonly isPinned: boolean;
  /** Time of the last message, in milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly messages: readonly ChatMessage[];
}

/** Longest name of a conversation, in characters. */
export const MAX_TITLE_CHARACTERS = 80;

/**
 * The first line of the visitor's first question, cut to {@link MAX_TITLE_CHARACTERS}; empty without a question.
 *
 * @example
 * const message = { id: '1', role: 'user', status: 'complete', createdAt: 0 } as const;
 * titleOf([{ ...message, parts: [{ type: 'text', text: 'Returns?\nOrder 1234' }] }]); // 'Returns?'
 */
export function titleOf(messages: readonly ChatMessage[]): string {
  const question = messages.find(({ role }) => role === 'user');
  const [line = ''] = (question ? textOf(question) || (filesOf(question)[0]?.name ?? '') : '')
    .trim()
    .split('\n');
  return line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS - 1).trimEnd()}…` : line;
}

/** The visitor's conversations: pinned ones first, then by time, newest first. */
export function listThreads(store: RecordStore): readonly Thread[] {
  const threads = store.ids().map((id): Thread => {
    const tree = store.load(id);
    const { title, isPinned } = store.header(id);
    return { id, title, isPinned, updatedAt: newestOf(tree), messages: lineOf(tree).messages };
  });
  return threads
    .filter(({ messages }) => messages.length > 0)
    .toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.updatedAt - a.updatedAt);
}

/** Renames a conversation. With an empty title, its first question is the name again. */
export function renameThread(store: RecordStore, id: string, title: string): void {
  store.writeHeader(id, { title: title.trim().slice(0, MAX_TITLE_CHARACTERS) });
}
