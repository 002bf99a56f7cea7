import type { Token } from 'marked';
import { isHalfTag } from './tags.ts';

/** Characters of prose that may be withheld; longer text is shown. */
export const MAX_WITHHELD = 120;

/** Markers of quotes and list items at the start of a line, such as `> - `. */
const CONTAINER_MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
/** A line that may become a rule, an underline, a heading, a list item or a fence: `--`, `##`, `1.`, `~~~js`. */
const RULE_OR_MARKER =
  /^(?:[-*+_=:][-*+_=: \t]*|\d{1,9}[.)]?|#{1,6}[ \t]*|`{1,2}|~{1,2}|`{3,}[^`]*|~{3,}.*|\|[ \t]*)$/;
const TASK = /^\[[ xX]?\]?[ \t]*$/;
const DEFINITION = /^\[(?!\s|\^[^\]\s]+\]:)(?:[^\]\\]|\\.)*(?:\](?::.*)?)?$/;
const DELIMITER_ROW = /^[ \t|:-]*$/;
const FENCE_LINE = /^(?:`+|~+)[ \t]*$/;
/** The beginning of a tag or of a character reference. */
const HALF_HTML = /(?:<[^<>\n]{0,119}|&#?\w{0,31})$/;

/**
 * How many characters at the end of `source` are withheld, because they may turn out to be block syntax: `--` a rule, `1.` a
 * list marker, a fence, the header of a table, a link definition. `leaf` is the open block.
 */
export function withheldLength(source: string, leaf: Token | undefined): number {
  const start = source.lastIndexOf('\n') + 1;
  const line = source.slice(start);
  const content = line.replace(CONTAINER_MARKERS, '');
  if (leaf?.type === 'code' && 'isOpenMath' in leaf) {
    const begin = Math.max(source.lastIndexOf('$$'), source.lastIndexOf('\\['));
    return leaf['text'] === '' ? source.length - source.lastIndexOf('\n', begin) - 1 : 0;
  }
  // In fenced code, a line of marks may be the closing fence.
  if (leaf?.type === 'code') return !('codeBlockStyle' in leaf) && FENCE_LINE.test(content) ? line.length : 0;
  if (leaf?.type === 'html' && 'isOpen' in leaf && leaf['isOpen'])
    return HALF_HTML.exec(source.slice(-2 * MAX_WITHHELD))?.[0].length ?? 0;
  const isTable = leaf?.type === 'table' || leaf?.type === 'table_cell';
  const tableStart = isTable ? 0 : withheldTable(source, start);
  if (tableStart > 0 || line === '') return tableStart;
  const isMarker =
    content === '' ||
    RULE_OR_MARKER.test(content) ||
    isHalfTag(content) ||
    (content !== line && TASK.test(content));
  return isMarker || isDefinition(content, leaf) ? line.length : 0;
}

function isDefinition(content: string, leaf: Token | undefined): boolean {
  if (leaf?.type === 'def') return true;
  const opensBlock = leaf !== undefined && 'text' in leaf && !leaf['text'].includes('\n');
  return (
    (opensBlock || content.startsWith('[^')) && content.length <= MAX_WITHHELD && DEFINITION.test(content)
  );
}

/** A line with `|` may be the header of a table; the next line decides. */
function withheldTable(source: string, start: number): number {
  const line = source.slice(start);
  if (start > 0 && DELIMITER_ROW.test(line.replace(CONTAINER_MARKERS, ''))) {
    const length = headerLength(source.slice(source.lastIndexOf('\n', start - 2) + 1, start));
    if (length > 0) return length + line.length;
  }
  return headerLength(line);
}

/** The number of characters from the first `|` on: 3 in `a | b`. */
function headerLength(line: string): number {
  const content = line.replace(CONTAINER_MARKERS, '');
  const isHeader = content.length <= MAX_WITHHELD || content.startsWith('|');
  const at = isHeader ? content.search(/(?<!\\)\|/) : -1;
  if (at < 0) return 0;
  return at === 0 ? line.length : content.length - at;
}
