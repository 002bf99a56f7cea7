import type { Model, Passage } from '../ports.ts';
import { toSource } from '../turn/to-source.ts';

const TEXT_CHARACTERS = 700;
/** Where a paragraph ends, else a line, a sentence, a word. */
const ENDS = [/\n\n(?!.*\n\n)/s, /\n(?!.*\n)/s, /(?<=[.!?])\s(?!.*[.!?]\s)/s, /\s(?!.*\s)/s];
const NOTE =
  '*No language model is configured here: this is what searching the documentation found, word for word.*';
const NOTHING_FOUND = 'I found nothing about that in the documentation.';
const NOTHING_TO_SEARCH =
  'There is no documentation to search here at the moment, and no language model is configured, so I cannot answer.';

/**
 * Answers without a model: shows what was found, and says that this is what it does. The best section stands there with its words, the
 * others under it with their beginnings. Nothing tells whether they answer the question.
 *
 * @example
 * const passages = [{ id: '1', title: 'Returns', url: '', text: 'Returns are free.', score: 1 }];
 * for await (const events of extractiveModel.generate({ ...request, passages }, new Answer())) console.log(events);
 * // [{ type: 'token', token: '**Returns** [1]\n\n> Returns are free.\n\n' }], then that no model is configured
 */
export const extractiveModel: Model = {
  name: 'extractive',
  async *generate({ passages }, answer) {
    for (const token of toBlocks(passages)) yield answer.take([{ type: 'token', token }]);
    yield answer.take([{ type: 'finish', finishReason: 'stop' }]);
  },
};

function toBlocks(passages: readonly Passage[] | null): readonly string[] {
  if (passages === null) return [NOTHING_TO_SEARCH];
  const [best] = passages;
  if (best === undefined) return [`${NOTHING_FOUND}\n\n`, NOTE];
  // A long section is several passages.
  const others = passages.filter(
    ({ url }, index) => passages.findIndex((each) => each.url === url) === index,
  );
  const results = others.slice(1).map((passage) => toResult(passage, passages.indexOf(passage) + 1));
  return [toSection(best), ...results, ...(results.length > 0 ? ['\n'] : []), NOTE];
}

function toSection(passage: Passage): string {
  const { id, title, text, url } = passage;
  const words = cut(text);
  // `page#section~2` is the second piece of a long section.
  const isWhole = words === text && !/~\d+$/.test(id);
  const rest = isWhole || !url ? '' : `${toLink({ title: 'Read on', url })}\n\n`;
  return `**${title}** [1]\n\n${words.replace(/^/gm, '> ')}\n\n${rest}`;
}

function toResult(passage: Passage, number: number): string {
  const { snippet } = toSource(passage);
  return `- ${toLink(passage)} [${number}]${snippet ? `: ${escape(snippet)}` : ''}\n`;
}

function toLink({ title, url }: Pick<Passage, 'title' | 'url'>): string {
  return url ? `[${escape(title)}](<${url.replace(/[<>\\\n]/g, encodeURIComponent)}>)` : escape(title);
}

function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, '\\$&');
}

/** The beginning of a text; a piece of code in it is closed, or it would swallow what follows. */
function cut(text: string): string {
  if (text.length <= TEXT_CHARACTERS) return text;
  const beginning = text.slice(0, TEXT_CHARACTERS);
  const end = ENDS.map((pattern) => beginning.search(pattern)).find((index) => index > TEXT_CHARACTERS / 3);
  const words = beginning.slice(0, end).trimEnd();
  const [fence] = words.match(/^\s*(?:```|~~~)/gm)?.slice(-1) ?? [];
  const isOpen = (words.match(/^\s*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  return isOpen && fence ? `${words}\n${fence.trim()}` : words;
}
