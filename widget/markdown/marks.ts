import type { Tokens } from 'marked';
import type { RichSpan } from './math.ts';

/** Highlighted words, `==words==`, without markup inside; does not match `x==1 and y==2`. */
const HIGHLIGHT = /^==(?![\s=])([^=\n<&]{0,199}[^\s=<&])==(?![=\w])/;
/** Highlighted words whose closing `==` has not arrived. */
const OPEN_HIGHLIGHT = /^==(?![\s=])([^=\n<&]{1,200})$/;

/**
 * A source mark as OpenAI's assistants write it: `【1†source】`, or `【4:0†guide.pdf】` with the numbers of a search and of its
 * result.
 */
const SOURCE_MARK = /^【(\d{1,2})(?::(\d{1,2}))?†[^】\n]{0,80}】/;

/** The start of an alert. In Obsidian a sign for "folded" or "open" may follow the bracket: `[!tip]-`. */
const ALERT = /^\[!(note|tip|important|warning|caution)\][+-]?(?=\s|$)/i;

/** Highlighted words at the start of inline text, still without tokens. With `isOpen`, the closing `==` may be missing. */
export function highlightAt(src: string, isOpen: boolean): RichSpan | undefined {
  const [raw, text] = HIGHLIGHT.exec(src) ?? (isOpen ? OPEN_HIGHLIGHT.exec(src) : undefined) ?? [];
  return raw === undefined || text === undefined ? undefined : { type: 'codespan', raw, text, lang: 'mark' };
}

/** A source mark at the start of inline text, as the citation that it stands for: `[1]`. */
export function sourceMarkAt(src: string): Tokens.Escape | undefined {
  const [raw, first, result] = SOURCE_MARK.exec(src) ?? [];
  if (raw === undefined) return undefined;
  // In `【4:0†…】` results are counted from 0.
  return { type: 'escape', raw, text: `[${result === undefined ? Number(first) : Number(result) + 1}]` };
}

/** The start of an alert, `[!NOTE]`, as its name in bold; the text after it may be a title. */
export function alertAt(src: string): Tokens.Strong | undefined {
  const [raw, text] = ALERT.exec(src) ?? [];
  if (raw === undefined || text === undefined) return undefined;
  return { type: 'strong', raw, text, tokens: [{ type: 'text', raw: text, text }] };
}
