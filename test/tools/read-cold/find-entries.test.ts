import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findEntries } from './find-entries.ts';

function found(path: string, text: string): readonly string[] {
  return findEntries(path, text).map(({ kind, line, length, words }) => `${kind} ${line}+${length} ${words}`);
}

describe('what a stranger reads', () => {
  it('of code: comments as a whole, names, titles of tests', () => {
    const code = [
      '/**',
      ' * The most.',
      ' */',
      'export const MAX = 3;',
      '// One,',
      '// two.',
      "it('holds', () => undefined);",
      '// oxlint-disable-next-line',
    ].join('\n');
    assert.deepEqual(found('a.ts', code), [
      'comment 1+3 The most.',
      'name 4+1 MAX',
      'comment 5+2 One, two.',
      'test 7+1 holds',
    ]);
  });

  it('of code: the title of a test behind those of its groups', () => {
    const code = [
      "describe('links', () => {",
      "  it('open', () => {});",
      '});',
      "it('ends', () => {});",
    ].join('\n');
    assert.deepEqual(found('a.ts', code), ['test 1+1 links', 'test 2+1 links › open', 'test 4+1 ends']);
  });

  it('of a README: paragraphs, not headings, tables or code', () => {
    const long = 'word '.repeat(20).trim();
    const text = [`# ${long}`, '', `**A decision.** ${long}`, '', `| ${long} |`, '```', long, '```'].join(
      '\n',
    );
    assert.deepEqual(found('README.md', text), [`paragraph 3+1 **A decision.** ${long}`]);
  });
});
