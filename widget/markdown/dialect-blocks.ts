/** `:::note`, `::: tip Title`, `:::tip[Title]`, and the line that ends it. */
const CONTAINER = /^ {0,3}:{3,} *\{?\.?([a-z][\w-]*)\}?(?:\[([^\]\n]*)\]?| +([^\n]+))?[ \t]*(?:\n|$)/i;
const CONTAINER_END = /^ {0,3}:{3,}[ \t]*(?:\n|$)/m;
const BLANK_LINE = /\n[ \t]*\n/;

const RULE_BELOW = /[.!?…。！？]["'”’»)*_]*\n {0,3}---[ \t]*\n*$/;

const MARKDOWN_FENCE = /^ {0,3}(`{3,}) *(?:markdown|md)[ \t]*\n/i;
const FENCE_LINE = /^ {0,3}(`{3,})[ \t]*([^`\n]*)$/gm;

/** A block of another dialect: its source, and that of the quote which stands for it. */
export interface ContainerSource {
  readonly raw: string;
  readonly text: string;
}

/**
 * `:::note` up to `:::`, which is a quote that begins with that word in bold. Without its end it ends before the first blank line,
 * or not yet, while more text `isOpen`.
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

/** Whether what CommonMark reads as a heading is the end of a sentence, and a rule below it: "That is all.\n---". */
export function isRuleBelow(heading: string): boolean {
  return RULE_BELOW.test(heading);
}

/** A text in which, where it begins with a fence of markdown, the fences in that are hidden: a null character, which no text has, for each backtick. */
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
