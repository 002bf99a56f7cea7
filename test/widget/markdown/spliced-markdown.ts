import { Random } from './random.ts';

/** What stands before the first line of a part, and before all others: containers, some of them badly indented. */
const CONTAINERS = [
  ['> ', '> '],
  ['> ', ''],
  ['- ', '  '],
  ['- ', '    '],
  ['* ', ' '],
  ['-\t', '\t'],
  ['1. ', '   '],
  ['  ', '  '],
] as const;
const DEFINITIONS = '\n\n[foo]: /late\n[bar]: /late2 "title"\n[baz]: <x>';
const NOISE = '*_~`[]()<>!#-+=|\\&:"\' \n\tab1.\u00A0';

/**
 * Examples of a specification put behind each other and into containers, with a few characters added and taken away:
 * what nobody would think of writing down.
 */
export function spliceExamples(seed: number, examples: readonly string[]): string {
  const random = new Random(seed);
  const count = random.pick([3, 3, 5, 5, 5, 20]);
  let text = random
    .some(1, count, () => contain(random, random.pick(examples).trimEnd()))
    .map((part) => part + random.pick(['\n\n', '\n\n', '\n', '']))
    .join('');
  if (random.chance(0.3)) text = contain(random, text);
  if (random.chance(0.5)) text += DEFINITIONS;
  for (let errors = random.pick([0, 0, 0, 1, 2, 4]); errors > 0; errors--) {
    const at = random.below(text.length);
    text = random.chance(0.5)
      ? text.slice(0, at) + random.pick([...NOISE]) + text.slice(at)
      : text.slice(0, at) + text.slice(at + 1 + random.below(3));
  }
  return text;
}

function contain(random: Random, text: string): string {
  let contained = text;
  for (let depth = random.pick([0, 0, 1, 2]); depth > 0; depth--) {
    const [first, others] = random.pick(CONTAINERS);
    contained = first + contained.replaceAll('\n', `\n${others}`);
  }
  return contained;
}
