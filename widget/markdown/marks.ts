/** `==words==`, without markup in them; not `x==1 and y==2`. */
const HIGHLIGHT = /^==(?![\s=])([^=\n<&]{0,199}[^\s=<&])==(?![=\w])/;
const OPEN_HIGHLIGHT = /^==(?![\s=])[^=\n<&]{1,200}=?$/;

/** A vendor's mark of a source: `【1†source】`, or `【4:0†guide.pdf】` with the number of a search before that of its result. */
const SOURCE_MARK = /^【(\d{1,2})(?::(\d{1,2}))?†[^】\n]{0,80}】/;
const OPEN_SOURCE_MARK = /^【(?:\d[^】\n]{0,80})?$/;

/** A subscript, as in `H~2~O`, which GFM would strike. */
const SUBSCRIPT = /(?<=[\p{L}\p{N})])~(?:([^\s~]{1,20})~(?!~)|(?=[\p{L}\p{N}]))/gu;

const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(\n|$)/i;

/** Where such a mark may begin. */
export const MARK_START = /(?<![=\w])==(?=[^\s=])|【(?=\d)/;

/** The highlighted words at the start of inline text: their source and themselves. */
export function highlightAt(src: string): readonly [raw: string, text: string] | undefined {
  const [raw, text] = HIGHLIGHT.exec(src) ?? [];
  return raw === undefined || text === undefined ? undefined : [raw, text];
}

/** A vendor's mark at the start of inline text, and the citation that it stands for: `[1]`. */
export function sourceMarkAt(src: string): readonly [raw: string, text: string] | undefined {
  const [raw, first, result] = SOURCE_MARK.exec(src) ?? [];
  // Results are counted from 0.
  return raw === undefined
    ? undefined
    : [raw, `[${result === undefined ? Number(first) : Number(result) + 1}]`];
}

/** The part of an unfinished mark at the end of a text that is shown, to be closed; empty while there is none, `undefined` for other text. */
export function openMark(rest: string): string | undefined {
  if (/^==?$/.test(rest) || OPEN_SOURCE_MARK.test(rest)) return '';
  return OPEN_HIGHLIGHT.test(rest) ? rest.replace(/\s*=?$/, '') : undefined;
}

/** Whether a text has a subscript. */
export function hasSubscript(src: string): boolean {
  return src.search(SUBSCRIPT) >= 0;
}

/** A copy of a text in which no subscript can be taken for a strike. */
export function maskSubscripts(masked: string): string {
  return masked.replace(SUBSCRIPT, (_, inner?: string) => (inner === undefined ? 'a' : `a${inner}a`));
}

/**
 * The text of a quote's first paragraph, with the word of an alert in bold on a line of its own.
 *
 * @example
 * nameAlert('[!NOTE]\nWords'); // '**NOTE**\\\nWords'
 */
export function nameAlert(text: string): string {
  return text.replace(ALERT, (_, name: string, end: string) => `**${name}**${end && '\\\n'}`);
}
