import { filesOf, textOf, type ChatMessage } from '../../../protocol/chat-message.ts';
import { lineOf } from '../../../conversation/line.ts';
import { newestOf, type RecordStore } from '../../../conversation/record-store.ts';

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
  const [line = ''] = (question ? textOf(question) || (filesOf(question)[0]?.name ?? '') : '')
    .trim()
    .split('\n');
  return line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS - 1).trimEnd()}…` : line;
}

/** The visitor's conversations: the pinned ones first, then the newest first. */
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

/** Gives a thread a name of the visitor's; an empty one is that of its first question again. */
export function renameThread(store: RecordStore, id: string, title: string): void {
  store.writeHeader(id, { title: title.trim().slice(0, MAX_TITLE_CHARACTERS) });
}
