import { linkAttributes } from '../../../markdown/url-gate.ts';
import { type ChatMessage, sourcesOf, textOf } from '../../../protocol/chat-message.ts';
import { speaker } from '../../base/speaker.ts';
import type { Words } from '../../words/words.ts';

/** A conversation as one Markdown document: each message under who said it, and an answer's sources as a list. */
export function toMarkdown(messages: readonly ChatMessage[], words: Words): string {
  const blocks = messages.flatMap((message) => [
    `**${speaker(message, words)}**`,
    textOf(message).trim(),
    ...sourceBlocks(message, words),
  ]);
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function sourceBlocks(message: ChatMessage, words: Words): readonly string[] {
  const sources = sourcesOf(message);
  if (sources.length === 0) return [];
  const lines = sources.map(({ title, url }, index) => {
    // The file may be read where nothing looks at its links.
    const link = linkAttributes(url);
    return `${index + 1}. ${[title, link && `<${link.href}>`].filter(Boolean).join(' ')}`;
  });
  return [`${words.sources}:`, lines.join('\n')];
}
