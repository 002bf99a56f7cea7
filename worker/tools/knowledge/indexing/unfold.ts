const FENCE = /^\s*(?:```|~~~)/;
/** `<Accordion title="Do you ship abroad?">`, `<details>` and their ends, on a line of their own. */
const TAG = /^\s*<(\/?)([A-Z]\w*|details)((?:\s[^>]*)?)>\s*$/;
const SUMMARY = /^\s*<summary>.*<\/summary>\s*$/;
const TITLE = /\stitle=(?:"([^"]+)"|'([^']+)')/;

/**
 * Markdown without its folds, for reading: `<details>` and the components of documentation generators (MDX) leave only their summary or
 * title, as a `<summary>` of its own, and an empty one where the last of them ends. What they hold is moved to the left: in MDX indented
 * text is no code. A component with `href` is a link to another page, and has no summary.
 *
 * @example
 * unfold('<Accordion title="Do you ship abroad?">\n  Yes.\n</Accordion>');
 * // '\n<summary>Do you ship abroad?</summary>\n\nYes.\n\n<summary></summary>\n'
 */
export function unfold(markdown: string): string {
  let isCode = false;
  let depth = 0;
  const lines = markdown.split('\n').flatMap((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    const [, end, , attributes = ''] = (!isCode && TAG.exec(line)) || [];
    if (end === undefined)
      return SUMMARY.test(line) && !isCode ? ['', line.trim(), ''] : [moveLeft(line, depth)];
    if (attributes.endsWith('/')) return [];
    depth = Math.max(0, depth + (end === '/' ? -1 : 1));
    if (end === '/') return depth === 0 ? ['', '<summary></summary>', ''] : [''];
    const [, double, single] = (!/\shref=/.test(attributes) && TITLE.exec(attributes)) || [];
    const title = double ?? single;
    return title === undefined ? [''] : ['', `<summary>${title}</summary>`, ''];
  });
  return lines.join('\n');
}

/**
 * Takes away the indentation of the components around a line: generators indent by two for each. More than that is indentation of
 * the text itself.
 */
function moveLeft(line: string, depth: number): string {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, depth * 2));
}
