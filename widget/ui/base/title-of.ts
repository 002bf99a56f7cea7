import type { SourcePart } from '../../protocol/chat-message.ts';

/** The name of a source. */
export function titleOf({ title, url, id }: SourcePart): string {
  return title || url || id;
}
