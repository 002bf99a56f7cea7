import { constantFrom, array, sample } from 'fast-check';
import { MarkdownLexer } from '../../widget/markdown/lexer.ts';
import type { Benchmark } from '../tools/benchmark.ts';

const CHARACTERS = 16_000;

/** Every mark that one of marked's inline rules, or of ours, begins or ends with. */
const PARTS = (
  '* ** _ __ ~ ~~ ` `` [ ]( ](/u) ][ [] ] ![ ( ) < <!-- --> > /> " \' \\ & a b 1 。 字 http://a.b www. a@b.c $ $$ \\( \\) ' +
  '\\[ \\] | : [^1] == = . <? <![CDATA[ { } / 【 】'
)
  .split(' ')
  .concat(' ', '<a ', '<a href="');

/** Looks for short texts that are costly to read when they are repeated, with a word behind each or without: the dearest one of so many. */
export const benchmark: Benchmark = {
  title: 'Growth of inline text',
  async run(size = 3000, _parts = [], first = 1) {
    const units = array(constantFrom(...PARTS), { minLength: 1, maxLength: 6 });
    const measured = sample(units, { numRuns: size, seed: first }).map((parts, index) => {
      // Marks alone close one another: a run of them that opens something stands before a word.
      const unit = parts.join('') + (index % 2 === 0 ? ' x' : '');
      return { unit, ms: timeToRead(`x ${unit.repeat(Math.ceil(CHARACTERS / unit.length))}`) };
    });
    measured.sort((one, other) => other.ms - one.ms);
    for (const { unit, ms } of measured.slice(0, 5)) console.log(`  ${ms.toFixed(0)} ms: ${unit}`);
    const title = `the dearest 16 KB of ${size} repeated texts`;
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
