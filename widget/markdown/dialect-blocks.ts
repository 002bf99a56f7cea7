/** First line of a container: `:::note`, `::: tip Title`, `:::tip[Title]`. */
const CONTAINER = /^ {0,3}:{3,} *\{?\.?([a-z][\w-]*)\}?(?:\[([^\]\n]*)\]?| +([^\n]+))?[ \t]*(?:\n|$)/i;
const CONTAINER_END = /^ {0,3}:{3,}[ \t]*(?:\n|$)/m;
const BLANK_LINE = /\n[ \t]*\n/;

const RULE_BELOW = /[.!?…。！？]["'”’»)*_]*\n {0,3}---[ \t]*\n*$/;

const MARKDOWN_FENCE = /^ {0,3}(`{3,}) *(?:markdown|md)[ \t]*\n/i;
const FENCE_LINE = /^ {0,3}(`{3,})[ \t]*([^`\n]*)$/gm;

/** A container: its source, and the source of the quote that it becomes. */
export interface ContainerSource {
  readonly raw: string;
  readonly text: string;
}

/**
 * Reads a container from `:::note` to `:::`. It becomes a quote that begins with its name in bold. Without the closing `:::`
 * it ends before the first blank line; while more text may arrive (`isOpen`), it has no end yet.
 */
export function containerAt(src: string, isOpen: boolean): ContainerSource | undefined {
  const [start, name, label, title = label] = CONTAINER.exec(src) ?? [];
  if (start === undefined || name === undefined) return undefined;
  const rest = src.slice(start.length);
  const end = CONTAINER_END.exec(rest) ?? (isOpen ? undefined : BLANK_LINE.exec(rest));
  const head = title ? `**${name}** ${title}` : `**${name}**`;
  const raw = src.slice(0, end ? start.length + end.index + end[0].length : src.length);
  return { raw, text: `${head}\n\n${rest.slice(0, end?.index)}` };
}

/** Whether text that CommonMark reads as a heading is a sentence with a rule below it: "That is all.\n---". */
export function isRuleBelow(heading: string): boolean {
  return RULE_BELOW.test(heading);
}

/**
 * If the text begins with a fence of markdown: replaces the backticks of the fences inside it by null characters, which no
 * text contains.
 */
export function hideInnerFences(src: string): string {
  const [, fence] = MARKDOWN_FENCE.exec(src) ?? [];
  if (fence === undefined) return src;
  let depth = 0;
  let isDone = false;
  return src.replace(FENCE_LINE, (line, marks: string, info: string) => {
    if (isDone || marks.length < fence.length) return line;
    const isInner = info ? depth++ > 0 : --depth > 0;
    isDone = depth === 0;
    return isInner ? line.replaceAll('`', '\0') : line;
  });
}
