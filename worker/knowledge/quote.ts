import { cutMarkdown, plainOf } from '../../widget/protocol/plain-text.ts';
import { snippetOf } from '../../widget/protocol/snippet.ts';
import { wordsOf } from '../../widget/protocol/search-words.ts';
import type { Passage } from '../model-port.ts';

const TEXT_CHARACTERS = 700;

/**
 * Passages as markdown for a visitor, in several pieces. The best section stands there word for word, the others below it with a
 * snippet. Nothing tells whether they answer the question.
 *
 * @example
 * quote([{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }], 'What do returns cost?');
 * // ['**Returns** [1]\n\n> Returns are free.\n\n']
 */
export function quote(passages: readonly Passage[], question: string): readonly string[] {
  const words = wordsOf(question);
  const blocks = passages.map((passage, index) =>
    index === 0 ? toSection(passage) : toResult(passage, words, index),
  );
  // A long section is several passages, and is shown once.
  const places = passages.map(({ title, url }) => `${title} ${url}`);
  return blocks.filter((_, index) => places.indexOf(places[index] ?? '') === index);
}

function toSection({ id, title, text, url }: Passage): string {
  const words = cutMarkdown(text, TEXT_CHARACTERS);
  // `page#section~2` is the second piece of a long section.
  const isWhole = url === '' || (words === text && !/~\d+$/.test(id));
  return `**${title}** [1]\n\n${words.replace(/^/gm, '> ')}\n\n${isWhole ? '' : `${toLink({ title: 'Read on', url })}\n\n`}`;
}

function toResult(passage: Passage, words: readonly string[], index: number): string {
  return `- ${toLink(passage)} [${index + 1}]: ${escape(snippetOf(plainOf(passage.text), words).text)}\n`;
}

function toLink({ title, url }: Pick<Passage, 'title' | 'url'>): string {
  return url ? `[${escape(title)}](<${url.replace(/[<>\\\n]/g, encodeURIComponent)}>)` : escape(title);
}

function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}
