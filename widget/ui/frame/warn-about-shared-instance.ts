import type { ChatHost } from '../element/chat-host.ts';

const WARNED = new Set<string>();

/**
 * Warns the developer, once, that two chats on the page have the same `instance`: each overwrites the transcript of the other.
 */
export function warnAboutSharedInstance({ localName, instance, persist }: ChatHost): void {
  if (persist === 'none' || WARNED.has(instance)) return;
  const sharing = [...document.querySelectorAll<ChatHost>(localName)].filter(
    (chat) => chat.instance === instance && chat.persist === persist,
  );
  if (sharing.length < 2) return;
  WARNED.add(instance);
  // oxlint-disable-next-line no-console -- visitors would see wrong transcripts without an explanation
  console.warn(
    `<cf-ai-chat>: ${sharing.length} chats share the transcript of instance="${instance}": name each its own.`,
  );
}
