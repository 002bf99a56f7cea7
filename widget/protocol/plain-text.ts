/** Markdown syntax, and the text that replaces it. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\]\((?:<[^>]*>|[^)\s]*)(?:\s+"[^"]*")?\)/g, '$1'],
  [/^\s*\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/gm, ' '],
  [/<br ?\/?>/gi, ' '],
  [/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, ''],
  [/(\*\*|__|`+)(?=\S)([\s\S]*?\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, '$1'],
  [/(?<!\\)\|/g, ' '],
  [/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1'],
];
const FENCE = /^\s*(?:```|~~~).*$/m;

/**
 * Markdown as plain text in one line, code included.
 *
 * @example
 * plainOf('## Costs\n\n- `Nothing`, **[ever](/faq)**.'); // 'Costs Nothing, ever.'
 */
export function plainOf(markdown: string): string {
  // After splitting at fences, every second piece is code.
  const parts = markdown.split(FENCE).map((part, index) => (index % 2 === 0 ? withoutMarks(part) : part));
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

function withoutMarks(markdown: string): string {
  return MARKS.reduce((text, [mark, plain]) => text.replace(mark, plain), markdown);
}

/**
 * Where a text is cut: at the last of these in its second half. The first kind that occurs wins: paragraph, line, sentence,
 * word.
 */
const ENDS = ['\n\n', '\n', '. ', ' '];

/**
 * The beginning of a markdown text, at most `characters` long. A code block that was cut is closed, so that it does not
 * swallow what follows.
 */
export function cutMarkdown(markdown: string, characters: number): string {
  if (markdown.length <= characters) return markdown;
  const beginning = markdown.slice(0, characters);
  const ends = ENDS.map((end) => beginning.lastIndexOf(end) + 1);
  const words = beginning
    .slice(
      0,
      ends.find((end) => end > characters / 2),
    )
    .trimEnd();
  const fences = words.match(/^\s*(?:```|~~~)/gm) ?? [];
  return fences.length % 2 === 0 ? words : `${words}\n${fences.at(-1)?.trim()}`;
}
