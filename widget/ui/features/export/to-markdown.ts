import { linkAttributes } from '../../../markdown/url-gate.ts';
import { type ChatMessage, filesOf, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import { speakerLabel } from '../../base/speaker.ts';
import type { Strings } from '../../strings/strings.ts';

/**
 * A conversation as one markdown document: each message under its speaker, an answer's sources as a list. `asked` returns an
 * answer's interrupts as lines of text.
 */
export function toMarkdown(
  messages: readonly ChatMessage[],
  strings: Strings,
  asked: (message: ChatMessage) => readonly string[] = () => [],
): string {
  const blocks = messages.flatMap((message) => [
    `**${speakerLabel(message, strings)}**`,
    textOf(message).trim(),
    filesOf(message)
      .map(({ name = '?' }) => `- \`${name.replaceAll('`', "'")}\``)
      .join('\n'),
    // As code, because the agent's text must not act as markdown of the document.
    ...asked(message).map((line) => `\`${line.replaceAll('`', "'")}\``),
    ...sourceBlocks(message, strings),
  ]);
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function sourceBlocks(message: ChatMessage, strings: Strings): readonly string[] {
  const sources = sourcesOf(message);
  if (sources.length === 0) return [];
  const lines = sources.map(({ title, url }, index) => {
    // Only safe addresses: the reader of the file may not check links.
    const link = linkAttributes(url);
    return `${index + 1}. ${[title, link && `<${link.href}>`].filter(Boolean).join(' ')}`;
  });
  return [`${strings.sources}:`, lines.join('\n')];
}
