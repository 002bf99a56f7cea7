import type { Model, Passage } from '../ports.ts';

const QUOTES = 3;
const QUOTE_CHARACTERS = 700;
const NOTE =
  '*No language model is configured here: this answer is quoted from the documentation, word for word.*';
const NOTHING_FOUND = 'I found nothing about that in the documentation.';
const NEAREST = 'These pages come nearest:';
const NOTHING_TO_SEARCH =
  'There is no documentation to search here at the moment, and no language model is configured, so I cannot answer.';

/**
 * Answers without a model: quotes the best passages, cites them by number, and says that this is what it does. Where none answers
 * the question, it says so and links to the nearest.
 *
 * @example
 * const passages = [{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }];
 * for await (const events of extractiveModel.generate({ ...request, passages }, new Answer())) console.log(events);
 * // [{ type: 'token', token: '**Returns** [1]\n\n> Returns are free.\n\n' }], then that no model is configured
 */
export const extractiveModel: Model = {
  name: 'extractive',
  async *generate({ passages, nearest = [] }, answer) {
    for (const token of toBlocks(passages, nearest)) yield answer.take([{ type: 'token', token }]);
    yield answer.take([{ type: 'finish', finishReason: 'stop' }]);
  },
};

function toBlocks(passages: readonly Passage[] | null, nearest: readonly Passage[]): readonly string[] {
  if (passages === null) return [NOTHING_TO_SEARCH];
  if (passages.length === 0) {
    const links = nearest.map((passage) => `- ${toLink(passage)}\n`).join('');
    return [`${NOTHING_FOUND}\n\n`, ...(links ? [`${NEAREST}\n\n${links}\n`] : []), NOTE];
  }
  return [...passages.slice(0, QUOTES).map(toQuote), NOTE];
}

function toQuote({ title, text }: Passage, index: number): string {
  return `**${title}** [${index + 1}]\n\n${shorten(text).replace(/^/gm, '> ')}\n\n`;
}

function toLink({ title, url }: Passage): string {
  const words = title.replace(/[\\`*_[\]<>]/g, '\\$&');
  return url ? `[${words}](<${url.replace(/[<>\\\n]/g, encodeURIComponent)}>)` : words;
}

/** Cut at a blank line past the cap, never inside a code fence: that would swallow what follows. */
function shorten(text: string): string {
  const kept: string[] = [];
  let length = 0;
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line === '' && !isCode && length > QUOTE_CHARACTERS) break;
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    kept.push(line);
    length += line.length;
  }
  return kept.join('\n');
}
