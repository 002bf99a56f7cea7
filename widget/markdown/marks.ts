import type { Tokens } from 'marked';
import type { RichSpan } from './math.ts';

/** `==words==`, without markup in them; not `x==1 and y==2`. */
const HIGHLIGHT = /^==(?![\s=])([^=\n<&]{0,199}[^\s=<&])==(?![=\w])/;
/** The same without its end, which has not arrived yet. */
const OPEN_HIGHLIGHT = /^==(?![\s=])([^=\n<&]{1,200})$/;

/** A vendor's mark of a source: `【1†source】`, or `【4:0†guide.pdf】` with the number of a search before that of its result. */
const SOURCE_MARK = /^【(\d{1,2})(?::(\d{1,2}))?†[^】\n]{0,80}】/;

/** Behind the bracket may stand Obsidian's mark of one that is folded, or open: `[!tip]-`. */
const ALERT = /^\[!(note|tip|important|warning|caution)\][+-]?(?=\s|$)/i;

/** Highlighted words at the start of inline text, `==words==`, whose own tokens are missing; while more text `isOpen`, also without their end. */
export function highlightAt(src: string, isOpen: boolean): RichSpan | undefined {
  const [raw, text] = HIGHLIGHT.exec(src) ?? (isOpen ? OPEN_HIGHLIGHT.exec(src) : undefined) ?? [];
  return raw === undefined || text === undefined ? undefined : { type: 'codespan', raw, text, lang: 'mark' };
}

/** A vendor's mark at the start of inline text, as the citation that it stands for: `[1]`. */
export function sourceMarkAt(src: string): Tokens.Escape | undefined {
  const [raw, first, result] = SOURCE_MARK.exec(src) ?? [];
  if (raw === undefined) return undefined;
  // Results are counted from 0.
  return { type: 'escape', raw, text: `[${result === undefined ? Number(first) : Number(result) + 1}]` };
}

/** The beginning of an alert, `[!NOTE]`, as its word in bold; a title of its own may follow it. */
export function alertAt(src: string): Tokens.Strong | undefined {
  const [raw, text] = ALERT.exec(src) ?? [];
  if (raw === undefined || text === undefined) return undefined;
  return { type: 'strong', raw, text, tokens: [{ type: 'text', raw: text, text }] };
}
