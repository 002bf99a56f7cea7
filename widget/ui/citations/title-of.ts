import type { SourcePart } from '../../protocol/chat-message.ts';

/** What a source is called. */
export function titleOf({ title, url, id }: SourcePart): string {
  return title || url || id;
}
