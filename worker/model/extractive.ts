import { cutMarkdown, plainOf } from '../../widget/protocol/plain-text.ts';
import { snippetOf } from '../../widget/protocol/snippet.ts';
import { wordsOf } from '../../widget/protocol/search-words.ts';
import type { Model, Passage } from '../model-port.ts';

const TEXT_CHARACTERS = 700;
const NOTE =
  '*No language model is configured here: this is what searching the documentation found, word for word.*';
const NOTHING_FOUND = 'I found nothing about that in the documentation.';
const NOTHING_TO_SEARCH =
  'There is no documentation to search here at the moment, and no language model is configured, so I cannot answer.';

/**
 * Answers without a language model: shows what the search has found, and says that no model is configured. The best section stands
 * there word for word, the others below it with a snippet. Nothing tells whether they answer the question.
 *
 * @example
 * const passages = [{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }];
 * for await (const events of extractiveModel.generate({ ...request, passages }, new Answer())) console.log(events);
 * // [{ type: 'token', token: '**Returns** [1]\n\n> Returns are free.\n\n' }], then that no model is configured
 */
export const extractiveModel: Model = {
  name: 'extractive',
  async *generate({ passages, messages }, answer) {
    const words = wordsOf(messages.at(-1)?.content ?? '');
    for (const token of toBlocks(passages, words)) yield answer.take([{ type: 'token', token }]);
    yield answer.take([{ type: 'finish', finishReason: 'stop' }]);
  },
};

function toBlocks(passages: readonly Passage[] | null, words: readonly string[]): readonly string[] {
  if (passages === null) return [NOTHING_TO_SEARCH];
  const blocks = passages.map((passage, index) =>
    index === 0 ? toSection(passage) : toResult(passage, words, index),
  );
  // A long section is several passages, and is shown once.
  const places = passages.map(({ title, url }) => `${title} ${url}`);
  const shown = blocks.filter((_, index) => places.indexOf(places[index] ?? '') === index);
  return [...(shown.length > 0 ? shown : [NOTHING_FOUND]), `\n\n${NOTE}`];
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
