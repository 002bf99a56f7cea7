import type { Passage } from '../../worker/model-port.ts';

/**
 * What the answer of the extractive provider has invented: a number without a source, a heading that is not
 * the source's, words that are not in the passage. Numbers in the passage's own text are ignored.
 *
 * @example
 * findInvented('**Returns** [2]
 *
 * > Free.
 *
 * ', [{ id: '1', title: 'Returns', url: '', text: 'Free.', score: 1 }]);
 * // ['[2] is no source']
 */
export function findInvented(answer: string, passages: readonly Passage[]): readonly string[] {
  const quotes = answer.split(/^\*\*(.*)\*\* \[(\d+)\]$/m);
  const numbers = [...(quotes[0] ?? '').matchAll(/\[(\d+)\]/g)].map(
    ([, number]) => `[${number}] has no quote`,
  );
  const invented: string[] = [...numbers, ...findInventedResults(answer, passages)];
  for (let index = 1; index < quotes.length; index += 3) {
    const [title = '', number = '', rest = ''] = quotes.slice(index, index + 3);
    const passage = passages[Number(number) - 1];
    const lines = rest
      .split('\n')
      .filter((line) => line.startsWith('> '))
      .map((line) => line.slice(2));
    // A cut code block is closed with a fence.
    const own = passage?.text.startsWith(lines.join('\n')) ? lines : lines.slice(0, -1);
    const quote = own.join('\n');
    if (passage === undefined) invented.push(`[${number}] is no source`);
    else if (passage.title !== title) invented.push(`[${number}] is not called ${title}`);
    else if (!passage.text.startsWith(quote) || quote === '')
      invented.push(`[${number}] does not say ${quote}`);
  }
  return invented;
}

/** Matches `- [Returns](<https://…>) [2]: Free.` */
function findInventedResults(answer: string, passages: readonly Passage[]): readonly string[] {
  return [...answer.matchAll(/^- (?:\[(.*)\]\(<.*>\)|(.*)) \[(\d+)\](?:: .*)?$/gm)].flatMap(
    ([, linked, bare = '', number]) => {
      const title = (linked ?? bare).replace(/\\([\\`*_[\]<>])/g, '$1');
      const passage = passages[Number(number) - 1];
      return passage?.title === title ? [] : [`[${number}] is not called ${title}`];
    },
  );
}
