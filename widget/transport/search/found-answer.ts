import type { ChatEvent } from '../../protocol/chat-event.ts';
import type { FoundPage } from '../../protocol/search-results.ts';

/** Pages that stand in an answer. */
const MAX_PAGES = 4;

/**
 * What was found as the answer of a chat: the best page with its words, the others under it, each with its number as a source. It
 * claims nothing else.
 */
export function* answerWith(pages: readonly FoundPage[]): Generator<ChatEvent> {
  const shown = pages.slice(0, MAX_PAGES);
  const sources = shown.map(({ title, url, snippet, headings: [best] }, index) => ({
    id: String(index + 1),
    title,
    url: best?.url ?? url,
    snippet: snippet.text,
  }));
  yield { type: 'sources', sources };
  for (const [index, { title, url, snippet }] of sources.entries()) {
    const link = `[${escape(title)}](<${url.replaceAll(/[<>\\\s]/g, encodeURIComponent)}>)`;
    const words = escape(snippet);
    const token = index === 0 ? `**${link}** [1]\n\n> ${words}\n\n` : `- ${link} [${index + 1}]: ${words}\n`;
    yield { type: 'token', token };
  }
  yield { type: 'done', finishReason: 'stop' };
}

/** A text that markdown shows as it is. */
function escape(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_~[\]<>#$|&]/g, '\\$&');
}
