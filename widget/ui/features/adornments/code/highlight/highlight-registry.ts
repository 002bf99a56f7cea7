import type { TokenKind } from './line-tokenizer.ts';

/** A range that is on show, and the kind it is registered under. */
export interface ShownRange {
  readonly kind: TokenKind;
  readonly range: AbstractRange;
}

/** Colours a range. The document has one register for all chats on it; a name is there while it is used. */
export function showRange({ kind, range }: ShownRange): void {
  const name = nameOf(kind);
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  highlight.add(range);
  CSS.highlights.set(name, highlight);
}

/** Takes the colour away again. */
export function hideRange({ kind, range }: ShownRange): void {
  const name = nameOf(kind);
  const highlight = CSS.highlights.get(name);
  highlight?.delete(range);
  if (highlight?.size === 0) CSS.highlights.delete(name);
}

function nameOf(kind: TokenKind): string {
  return `cf-ai-chat-${kind}`;
}
