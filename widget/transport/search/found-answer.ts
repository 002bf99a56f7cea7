import type { ChatEvent } from '../../protocol/chat-event.ts';
import type { FoundPage } from '../../protocol/search-results.ts';

/** Most pages listed in an answer. */
const MAX_PAGES = 4;

/**
 * Writes found pages as the answer of a chat: the best page with its excerpt, the other pages below it. Each page has
 * its number as a source. Nothing is added in the chat's own words.
 */
export function* answerWithPages(pages: readonly FoundPage[]): Generator<ChatEvent> {
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

/** Escapes a text so that markdown shows it unchanged. */
function escape(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_~[\]<>#$|&]/g, '\\$&');
}
