import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCommand } from '../../widget/build/run-command.ts';
import { formatCounts, formatFile, type FileResult } from './results.ts';

/** Runs fixtures in a process of its own: `node:test` does not run inside of itself. */
async function runFiles(
  where: 'node' | 'browser',
  ...names: readonly string[]
): Promise<{ counts: string; output: string }> {
  const { output } = await runCommand('node', ['test/tools/fixtures/run-files.ts', where, ...names]);
  const results = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as readonly FileResult[];
  return {
    counts: formatCounts(results.flatMap(({ tests }) => tests)),
    output: results.map((result) => formatFile(result)).join('\n'),
  };
}

describe('the runner of test files in Node', () => {
  it('reports each test of a file, why it failed or was skipped, and what the file printed', async () => {
    const { counts, output } = await runFiles('node', 'counted.node.ts', 'printing.node.ts');
    assert.equal(counts, '2 passed, 1 failed, 1 skipped');
    const place = String.raw`\(test\/tools\/fixtures\/counted\.node\.ts:\d+\)`;
    assert.match(output, new RegExp(String.raw`✖ fails ${place} .*\n\s+AssertionError`));
    assert.match(output, /- skipped: is skipped: to be counted/);
    assert.match(output, /a word of a file that fails/);
    assert.doesNotMatch(output, /a word of a file that passes/);
  });

  it('fails with a file that does not load, holds no test, or whose hook fails', async () => {
    const { counts, output } = await runFiles('node', 'broken.node.ts', 'empty.node.ts', 'hook.node.ts');
    assert.equal(counts, '1 passed, 3 failed');
    assert.match(output, /Error: the file does not load/);
    assert.match(output, /it holds no test/);
    assert.match(output, /Error: the hook fails/);
  });

  it('fails with a file that ends its process, or hides a test', async () => {
    const ended = await runFiles('node', 'exits.node.ts');
    assert.match(ended.output, /✖ .*exits\.node\.ts/);
    const { counts, output } = await runFiles('node', 'skips.node.ts');
    assert.equal(counts, '1 passed, 0 failed, 2 skipped');
    assert.match(output, /- skipped: is to be written: without a reason\n {2}- skipped: a part: not now/);
  });

  it('counts every test of a file that leaves something open', { timeout: 60_000 }, async () => {
    assert.equal((await runFiles('node', 'left-open.ts')).counts, '2000 passed, 1 failed');
  });
});

describe('the runner of test files in a browser', () => {
  it('renders decorated elements, reads JSON, and fails with files that do not load or hide tests', async () => {
    const names = ['decorated-element', 'failing', 'broken', 'only'].map((name) => `${name}.browser.ts`);
    const { counts, output } = await runFiles('browser', ...names);
    assert.match(
      output,
      /✖ a failing file › fails \(test\/tools\/fixtures\/failing\.browser\.ts\)\n\s+AssertionError: expected 1 to equal 2/,
    );
    assert.match(output, /✖ holds tests, and loads \(test\/tools\/fixtures\/broken\.browser\.ts\)/);
    assert.match(output, /page log: a word from the page/);
    assert.equal(counts, '2 passed, 3 failed, 1 skipped');
  });
});
