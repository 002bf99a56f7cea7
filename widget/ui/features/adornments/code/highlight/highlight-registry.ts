import type { TokenKind } from './mode.ts';

/** A highlighted range, and the kind under which it is registered. */
export interface ShownRange {
  readonly kind: TokenKind;
  readonly range: AbstractRange;
}

/** Highlights a range. `CSS.highlights` is shared by all chats in the document; a name exists there while it is used. */
export function showRange({ kind, range }: ShownRange): void {
  const name = nameOf(kind);
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.add(range);
  CSS.highlights.set(name, highlight);
}

/** Removes the highlight of a range. */
export function hideRange({ kind, range }: ShownRange): void {
  const name = nameOf(kind);
  const highlight = CSS.highlights.get(name);
  highlight?.delete(range);
  if (highlight?.size === 0) CSS.highlights.delete(name);
}

function nameOf(kind: TokenKind): string {
  return `cf-ai-chat-${kind}`;
}
