import type { ChatMessage } from '../protocol/chat-message.ts';
import { textOf } from '../protocol/chat-message.ts';
import { dropUndefined, readNumber, readString } from '../protocol/json.ts';
import { readResumePoint, type ResumePoint } from '../protocol/resume-point.ts';
import { type AskedTurn, readAskedTurn } from './asked-turn.ts';
import type { Branches } from './branches.ts';
import { parseBranches, type MessageDefaults } from './parse-messages.ts';
import { readRecord } from './record.ts';

/** An earlier conversation. Known by the id of its first message, so that it is kept once, however often it is left. */
export interface Thread extends Branches {
  readonly id: string;
  /** The visitor's own name for it; empty: {@link titleOf} its messages. */
  readonly title: string;
  /** Pinned threads are never given up for newer ones. */
  readonly isPinned: boolean;
  /** When it was last left, in milliseconds since the epoch. */
  readonly updatedAt: number;
  /** The point from which its last answer can be continued, where the thread was left in the middle of one. */
  readonly resumePoint?: ResumePoint | undefined;
  /** The question at its end, where the thread was left before a piece of an answer had come. */
  readonly asked?: AskedTurn | undefined;
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

/** The thread of a stored text; undefined where that is no record of one. */
export function parseThread(text: string, defaults: MessageDefaults): Thread | undefined {
  const { messages, hidden, ...fields } = readRecord(text);
  const id = readString(fields['id']);
  const branches = parseBranches({ messages, hidden }, defaults);
  if (!id || branches.messages.length === 0) return undefined;
  return dropUndefined<Thread>({
    id,
    title: readString(fields['title']) ?? '',
    isPinned: fields['isPinned'] === true,
    updatedAt: readNumber(fields['updatedAt']) ?? 0,
    ...branches,
    resumePoint: readResumePoint(fields['resumePoint']),
    asked: readAskedTurn(fields['asked']),
  });
}
