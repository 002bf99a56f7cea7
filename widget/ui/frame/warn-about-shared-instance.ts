import type { ChatHost } from '../element/chat-host.ts';

const WARNED = new Set<string>();

/** Warns the developer, once, that two chats of the page store one transcript: each overwrites the other's. */
export function warnAboutSharedInstance({ localName, instance, persist }: ChatHost): void {
  if (persist === 'none' || WARNED.has(instance)) return;
  const sharing = [...document.querySelectorAll<ChatHost>(localName)].filter(
    (chat) => chat.instance === instance && chat.persist === persist,
  );
  if (sharing.length < 2) return;
  WARNED.add(instance);
  // oxlint-disable-next-line no-console -- visitors see strange transcripts, and nobody why
  console.warn(
    `<cf-ai-chat>: ${sharing.length} chats share the transcript of instance="${instance}": name each its own.`,
  );
}
