import { toHtml } from '../../../markdown/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { type ChatMessage, type SourcePart, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import type { Renderer } from '../renderer/renderer.ts';
import { titleOf } from '../../base/title-of.ts';
import { copyText } from '../../base/copy-text.ts';
import { toPlainText } from '../../base/to-plain-text.ts';
import { linkCitations } from '../citations/link-citations.ts';

// One file: both copy words without marks.
export { copyFormulas } from '../../base/copy-formulas.ts';

/** `rich`: formatted for documents, plain for everything else. `markdown`: the source. */
export type CopyFormat = 'rich' | 'markdown';

/**
 * Puts an answer on the clipboard, with the sources that it cites. Call it from the handler of a gesture. Resolves to
 * whether it is there. `root` is the element of the panel.
 */
export function copyAnswer(
  message: ChatMessage,
  format: CopyFormat,
  root: Element,
  { render }: Pick<Renderer, 'render'>,
): Promise<boolean> {
  const markdown = withSources(message, render);
  if (format === 'markdown') return copyText(markdown, root);
  // No pictures: a document would load them from wherever they are.
  const blocks = render(markdown);
  return copyText(toPlainText(blocks), root, toHtml(blocks));
}

/** The answer's markdown, and under it a line for every source that the answer cites. */
function withSources(message: ChatMessage, render: Renderer['render']): string {
  const text = textOf(message).trim();
  const cited = citedNumbers(render(text));
  const lines = sourcesOf(message).flatMap((source, index) =>
    cited.has(index + 1) ? [lineOf(index + 1, source)] : [],
  );
  return lines.length > 0 ? `${text}\n\n${lines.join('\\\n')}` : text;
}

/** The numbers of citations as the answer shows them: `【1†source】` and `[^1]` are such, `list[1]` in code is not. */
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
