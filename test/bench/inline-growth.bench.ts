import { constantFrom, array, sample } from 'fast-check';
import { MarkdownLexer } from '../../widget/markdown/lexer.ts';
import type { Benchmark } from '../tools/benchmark.ts';

const CHARACTERS = 16_000;

/** All marks with which an inline rule of marked or of ours begins or ends. */
const PARTS = (
  '* ** _ __ ~ ~~ ` `` [ ]( ](/u) ][ [] ] ![ ( ) < <!-- --> > /> " \' \\ & a b 1 。 字 http://a.b www. a@b.c $ $$ \\( \\) ' +
  '\\[ \\] | : [^1] == = . <? <![CDATA[ { } / 【 】'
)
  .split(' ')
  .concat(' ', '<a ', '<a href="');

/** Repeats random short texts to 16 KB, every second one with a word behind each repetition, and reports the slowest to parse. */
export const benchmark: Benchmark = {
  title: 'Growth of inline text',
  async run(size = 3000, _parts = [], first = 1) {
    const units = array(constantFrom(...PARTS), { minLength: 1, maxLength: 6 });
    const measured = sample(units, { numRuns: size, seed: first }).map((parts, index) => {
      // Without a word behind, the marks of one repetition close those of another. With a word, they stay open.
      const unit = parts.join('') + (index % 2 === 0 ? ' x' : '');
      return { unit, ms: timeToRead(`x ${unit.repeat(Math.ceil(CHARACTERS / unit.length))}`) };
    });
    measured.sort((one, other) => other.ms - one.ms);
    for (const { unit, ms } of measured.slice(0, 5)) console.log(`  ${ms.toFixed(0)} ms: ${unit}`);
    const title = `the slowest 16 KB of ${size} repeated texts`;
    return [
      { title, value: measured[0]?.ms ?? 0, unit: 'ms of CPU', baseline: 'none', gate: 1000, goal: 200 },
    ];
  },
};

function timeToRead(text: string): number {
  const start = process.cpuUsage();
  new MarkdownLexer({}).lex(text);
  new MarkdownLexer({}, true).lexOpen(text, {});
  return process.cpuUsage(start).user / 1000;
}
