import type { ChatMessage } from '../protocol/chat-message.ts';
import { hideFrom, isOlder, showHidden, showRest, type Branches } from './branches.ts';

/**
 * The ids of all versions of a shown message, the oldest first: those that follow the same message.
 *
 * @example
 * versionsOf(conversation.state, 'b'); // ['a', 'b']: `b` was given in place of `a`
 */
export function versionsOf({ messages, hidden = [] }: Branches, id: string): readonly string[] {
  const index = messages.findIndex((message) => message.id === id);
  const shown = messages[index];
  if (!shown) return [];
  const parentId = messages[index - 1]?.id ?? null;
  const others = hidden.filter((message) => message.parentId === parentId && message.role === shown.role);
  return [shown, ...others].toSorted((a: ChatMessage, b) => (isOlder(a, b) ? -1 : 1)).map((one) => one.id);
}

/**
 * The conversation with a hidden message in the place of its shown version, and with the messages last shown behind it.
 *
 * @example
 * conversation.show(showVersion(conversation.state, 'a')); // the earlier answer, and the messages behind it
 */
export function showVersion(branches: Branches, id: string): Branches {
  const version = branches.hidden?.find((message) => message.id === id);
  if (!version) return branches;
  const at = branches.messages.findIndex((message) => message.id === version.parentId);
  if (at === -1 && version.parentId !== null) return branches;
  return showRest(showHidden(hideFrom(branches, at + 1), version));
}
