import { ANSWERS } from '../../widget/markdown/answers.ts';

const ANSWER = ANSWERS.join('\n\n');

function repeat(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

/** Answers whose link definitions come after the last answer: one label that all answers use, and one label for each answer. */
function defineLate(size: number): string {
  const answer = ANSWER.replace('[ref]:', '[other]:');
  const count = Math.max(1, Math.floor(size / (answer.length + 50)));
  const answers: string[] = [];
  const definitions = ['[ref]: https://ref.example'];
  for (let index = 0; index < count; index++) {
    answers.push(answer.replace('[here]', `[own ${index}] [here]`));
    definitions.push(`[own ${index}]: https://own.example/${index}`);
  }
  return [...answers, ...definitions].join('\n\n');
}

/** Functions that make a text of about `size` characters, by kind. All but the first two kinds are one huge block. */
export const TEXTS = {
  mixed: (size) => repeat(`${ANSWER}\n\n`, size),
  'late definitions': defineLate,
  code: (size) => `\`\`\`js\n${repeat('const value = compute(1, 2);\n', size)}`,
  table: (size) => `| a | b | c |\n|---|---|---|\n${repeat('| alpha one | beta two | gamma |\n', size)}`,
  list: (size) => repeat('- an item of the list with words\n', size),
  'nested list': (size) => `- one outer item\n${repeat('  - an inner item with words\n', size)}`,
  paragraph: (size) => repeat('Words go on and on in this one paragraph, always **more**. ', size),
  details: (size) =>
    `<details open>\n<summary>More</summary>\n\n${repeat('Some **words** in a block.\n\n- one\n- two\n\n', size)}`,
} satisfies Record<string, (size: number) => string>;

export type TextKind = keyof typeof TEXTS;
