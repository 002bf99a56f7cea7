import type { SourcePart } from '../../protocol/chat-message.ts';

/** The name of a source, as shown to the visitor. */
export function titleOf({ title, url, id }: SourcePart): string {
  return title || url || id;
}
