/** What markdown adds to a text, and what stands for it. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:```|~~~).*$/gm, ' '],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\]\((?:<[^>]*>|[^)\s]*)(?:\s+"[^"]*")?\)/g, '$1'],
  [/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*$/gm, ' '],
  [/<br ?\/?>/gi, ' '],
  [/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, ''],
  [/(\*\*|__|`+)(?=\S)([\s\S]*?\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, '$1'],
  [/(?<!\\)\|/g, ' '],
  [/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1'],
  [/\s+/g, ' '],
];

/**
 * Markdown as it reads in one line, code included.
 *
 * @example
 * plainOf('## Costs\n\n- `Nothing`, **[ever](/faq)**.'); // 'Costs Nothing, ever.'
 */
export function plainOf(markdown: string): string {
  return MARKS.reduce((text, [mark, plain]) => text.replace(mark, plain), markdown).trim();
}
