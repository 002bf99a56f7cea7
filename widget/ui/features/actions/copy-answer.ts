import { toHtml } from '../../../markdown/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { type ChatMessage, type SourcePart, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import type { Renderer } from '../renderer/renderer.ts';
import { titleOf } from '../../base/title-of.ts';
import { copyText } from '../../base/copy-text.ts';
import { toPlainText } from '../../base/to-plain-text.ts';
import { linkCitations } from '../citations/link-citations.ts';

// In the same file, because both convert drawn text to plain text.
export { copyFormulas } from '../../base/copy-formulas.ts';

/** `rich`: formatted text for documents, plain text for other programs. `markdown`: the source. */
export type CopyFormat = 'rich' | 'markdown';

/**
 * Copies an answer with the sources that it cites. Call it from the handler of a gesture. Resolves to whether the text is on
 * the clipboard. `root` is the element of the panel.
 */
export function copyAnswer(
  message: ChatMessage,
  format: CopyFormat,
  root: Element,
  { render }: Pick<Renderer, 'render'>,
): Promise<boolean> {
  const markdown = withSources(message, render);
  if (format === 'markdown') return copyText(markdown, root);
  // Without pictures: a document would load them from their addresses.
  const blocks = render(markdown);
  return copyText(toPlainText(blocks), root, toHtml(blocks));
}

/** The answer's markdown, followed by a line for every source that it cites. */
function withSources(message: ChatMessage, render: Renderer['render']): string {
  const text = textOf(message).trim();
  const cited = citedNumbers(render(text));
  const lines = sourcesOf(message).flatMap((source, index) =>
    cited.has(index + 1) ? [lineOf(index + 1, source)] : [],
  );
  return lines.length > 0 ? `${text}\n\n${lines.join('\\\n')}` : text;
}

/** The cited numbers in a drawn answer: `【1†source】` and `[^1]` count, `list[1]` in code does not. */
function citedNumbers(blocks: DocumentFragment): ReadonlySet<number> {
  const numbers = new Set<number>();
  linkCitations(blocks, (number) => void numbers.add(number));
  return numbers;
}

function lineOf(number: number, source: SourcePart): string {
  const title = titleOf(source).replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
  const link = linkAttributes(source.url);
  return `\\[${number}\\] ${title}${link ? ` <${new URL(link.href, document.baseURI).href}>` : ''}`;
}
