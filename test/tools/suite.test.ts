import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Counts } from './counts.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { listNodeTests, runNodeTests, runSuite, runTestRunner, testProgram } from './suite.ts';

const CONFIG = 'test/tools/web-test-runner.config.mjs';

/** Evaluates an expression over suite.ts in a process of its own, whose output would confuse a reader here. */
async function countsOf(expression: string): Promise<{ counts: Counts; output: string }> {
  const script = `import * as suite from './test/tools/suite.ts';
    const counts = await ${expression};
    console.log(JSON.stringify(counts));`;
  const { output } = await runCommand('node', ['--input-type=module', '--eval', script]);
  const lines = output.trimEnd().split('\n');
  return { counts: JSON.parse(lines.at(-1) ?? '') as Counts, output };
}

describe('a suite', () => {
  it('fails when a check throws, says why, and goes on with the next', async () => {
    const { counts, output } = await countsOf(`suite.runChecks([
      { title: 'one', run() { throw new Error('first line\\nsecond line'); } },
      { title: 'two', run() {} },
    ])`);
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
    assert.match(output, /^ {2}✖ one\n {4}first line\n {4}second line\n/);
  });

  it('fails when a command ends with another code than 0', async () => {
    const { counts, output } = await countsOf(`suite.runChecks([
      suite.commandCheck('a command', 'node', ['--eval', 'process.exitCode = 3']),
      suite.commandCheck('another', 'node', ['--eval', '']),
    ])`);
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
    assert.match(output, /✖ a command\n\s+it ended with code 3/);
  });

  it('fails when no test file matches', async () => {
    await assert.rejects(
      runNodeTests({ patterns: ['test/nowhere/*.test.ts'], concurrency: 1 }),
      /no test file matches/,
    );
  });

  it('lists its files, and runs some of them', async () => {
    const tests = { patterns: ['test/tools/fixtures/{broken,counted}.node.ts'], concurrency: 1 };
    const file = 'test/tools/fixtures/counted.node.ts';
    assert.deepEqual(listNodeTests(tests), ['test/tools/fixtures/broken.node.ts', file]);
    const { counts } = await countsOf(
      `suite.runNodeTests(${JSON.stringify(tests)}, process.stdout, ['${file}'])`,
    );
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 1 });
  });

  it('fails when the runner dies before its counts', async () => {
    await assert.rejects(runTestRunner('node', ['--eval', 'process.exit(1)']), /without counts/);
  });

  it('is ended by force, with what it started, when it takes too long', async () => {
    const script = `require("node:child_process").spawn(process.execPath, ["--eval", "setInterval(String, 1000)"], { stdio: "inherit" })`;
    const running = runTestRunner('node', ['--eval', script]);
    const hanging = { name: 'slow', limitSeconds: 1, run: () => running };
    await assert.rejects(runSuite(hanging), /the suite slow was ended by force after 1 s/);
    // It ends only when whoever shares its output has ended too.
    await assert.rejects(running, /without counts/);
  });

  it('fails when the runner fails although every test passed', async () => {
    const script = 'console.log("2 passed, 0 failed"); process.exitCode = 1;';
    const { counts } = await countsOf(`suite.runTestRunner('node', ['--eval', '${script}'])`);
    assert.deepEqual(counts, { passed: 2, failed: 1, skipped: 0 });
  });

  it('counts what node:test counts, a file that does not load included', async () => {
    const { counts, output } = await countsOf(
      `suite.runNodeTests({ patterns: ['test/tools/fixtures/*.node.ts'], concurrency: 1 })`,
    );
    assert.deepEqual(counts, { passed: 2, failed: 2, skipped: 1 });
    assert.match(output, /✖ fails \(test\/tools\/fixtures\/counted\.node\.ts:\d+\)\n\s+AssertionError/);
    assert.match(output, /- skipped: is skipped: to be counted/);
    assert.match(output, /a word of a file that fails/);
    assert.doesNotMatch(output, /a word of a file that passes/);
  });

  it('counts every test of a file that leaves something open', { timeout: 60_000 }, async () => {
    const { counts } = await countsOf(
      `suite.runNodeTests({ patterns: ['test/tools/fixtures/left-open.ts'], concurrency: 1 })`,
    );
    assert.deepEqual(counts, { passed: 2_000, failed: 1, skipped: 0 });
  });

  it('is refused by npm test when nobody knows its name', async () => {
    const { code, output } = await runCommand('node', ['test/tools/test.ts', 'nonsense']);
    assert.equal(code, 1);
    assert.match(output, /there is no suite nonsense; there are: lint /);
    assert.match(output, /\n0 passed, 1 failed\n$/);
  });
});

describe('the browser runner', () => {
  it('renders decorated elements, reads JSON, and counts failures and files that do not load', async () => {
    const files = ['--files', 'test/tools/fixtures/*.browser.ts'];
    const { code, output } = await runCommand(testProgram('web-test-runner'), ['--config', CONFIG, ...files]);
    assert.equal(code, 1);
    assert.match(
      output,
      /✖ a failing file › fails \(test\/tools\/fixtures\/failing\.browser\.ts\)\n\s+AssertionError: expected 1 to equal 2/,
    );
    assert.match(output, /the file holds no test, or did not load/);
    assert.match(output, /page log: a word from the page/);
    assert.match(output, /^1 passed, 2 failed, 1 skipped$/m);
  });
});
