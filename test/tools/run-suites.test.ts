import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gate } from '../support/gate.ts';
import { touchedBy } from './choose-changed.ts';
import { chooseSuites } from './choose-suites.ts';
import type { TestResult } from './results.ts';
import { runSuites } from './run-suites.ts';
import type { Suite } from './suites.ts';

const PASSED: TestResult = { title: 'sends', outcome: 'passed' };
const FAILED: TestResult = { title: 'opens', outcome: 'failed', reason: 'Error: late\nat once' };
const SKIPPED: TestResult = { title: 'sleeps', outcome: 'skipped', reason: 'no bed' };

/** Runs suites; their output without times. */
async function run(suites: readonly Suite[]): Promise<{ hasPassed: boolean; output: string }> {
  const lines: string[] = [];
  const allowsSkip = (file: string): boolean => file === 'test/skips.test.ts';
  const print = (line: string): number => lines.push(line);
  const hasPassed = await runSuites(chooseSuites([], suites), { print, allowsSkip });
  return { hasPassed, output: lines.join('\n').replaceAll(/ \(\d+\.\d s\)/g, '') };
}

/** A suite of files with one test each, and how their runs end: later ones end as the last. */
function suiteOf(script: Readonly<Record<string, readonly TestResult[]>>, name = 'site'): Suite {
  const runs = new Map<string, number>();
  return {
    name,
    files: Object.keys(script),
    async run(files, report) {
      for (const file of files) {
        const at = runs.get(file) ?? 0;
        runs.set(file, at + 1);
        const test = script[file]?.[at] ?? script[file]?.at(-1) ?? FAILED;
        report({ file, seconds: 1, tests: [test] });
      }
      await Promise.resolve();
    },
  };
}

describe('the suites of npm test', { timeout: 20_000 }, () => {
  it('print each file, the slowest, and their counts in the last line', async () => {
    const { hasPassed, output } = await run([suiteOf({ 'test/a.test.ts': [PASSED] })]);
    assert.equal(hasPassed, true);
    const counts = 'test/a.test.ts: 1 passed, 0 failed\n== site: 1 passed, 0 failed';
    assert.equal(output, `${counts}\n\n== slowest\n     1.0 s  test/a.test.ts\n\n1 passed, 0 failed`);
  });

  it('run side by side', async () => {
    const gate = new Gate();
    const slow: Suite = {
      ...suiteOf({ 'test/a.test.ts': [PASSED] }, 'slow'),
      async run(_files, report) {
        await gate.opened;
        report({ file: 'test/a.test.ts', seconds: 2, tests: [PASSED] });
      },
    };
    const quick: Suite = {
      ...suiteOf({ 'test/b.test.ts': [PASSED] }, 'quick'),
      run(_files, report) {
        report({ file: 'test/b.test.ts', seconds: 1, tests: [PASSED] });
        gate.open();
        return Promise.resolve();
      },
    };
    assert.match((await run([slow, quick])).output, /== quick[^]*== slow: /);
  });

  it('are not run, and fail, if a suite that they need has failed', async () => {
    const never = (): Promise<void> => assert.fail('it was run');
    const site: Suite = { name: 'site', needs: ['build'], files: [], run: never };
    const { hasPassed, output } = await run([suiteOf({ 'test/a.test.ts': [FAILED] }, 'build'), site]);
    assert.equal(hasPassed, false);
    assert.match(output, /✖ runs \(site\)\n {4}not run, because build failed/);
    assert.ok(output.endsWith('\n0 passed, 2 failed'), output);
  });

  it('fail with the reason when what they need cannot be installed, or when they run no test or not all files', async () => {
    const idle: Suite = { name: 'idle', files: [], run: () => Promise.resolve() };
    const never = (): Promise<void> => assert.fail('it was run');
    const site: Suite = { name: 'site', installs: ['fixtures/nowhere'], files: [], run: never };
    const { run: runFiles } = suiteOf({ 'test/a.test.ts': [PASSED] });
    const half: Suite = {
      name: 'half',
      files: ['test/a.test.ts', 'test/left-out.test.ts'],
      run: (_files, report) => runFiles(['test/a.test.ts'], report),
    };
    const { output } = await run([site, idle, half]);
    assert.match(
      output,
      /✖ has what it needs \(site\)\n {4}skipped: fixtures\/nowhere could not be installed: /,
    );
    assert.match(output, /✖ runs \(idle\)\n {4}it ran no test/);
    assert.match(output, /✖ runs \(test\/left-out\.test\.ts\)\n {4}it was not run/);
  });

  it('fail if they take longer than their time limit', async () => {
    const never: Suite = { name: 'never', files: [], run: () => new Promise(() => undefined) };
    const lines: string[] = [];
    const options = { print: (line: string) => lines.push(line), limitMinutes: 0.001 };
    assert.equal(await runSuites(chooseSuites([], [never]), options), false);
    assert.match(lines.join('\n'), /it was ended by force after 0.001 minutes/);
  });

  it('fail with a test that is skipped, unless it is on the list', async () => {
    const { hasPassed, output } = await run([
      suiteOf({
        'test/skips.test.ts': [SKIPPED],
        'test/hides.test.ts': [SKIPPED],
        'test/c.test.ts': [FAILED],
      }),
    ]);
    assert.equal(hasPassed, false);
    assert.match(output, /- skipped: sleeps: no bed/);
    assert.match(output, /✖ sleeps \(test\/hides\.test\.ts\)\n {4}skipped: no bed\./);
    assert.ok(output.endsWith('\n0 passed, 2 failed, 1 skipped'), output);
  });

  it('print failures again at the end', async () => {
    const { output } = await run([suiteOf({ 'test/a.test.ts': [FAILED], 'test/b.test.ts': [PASSED] })]);
    const failure = '  ✖ opens (test/a.test.ts)\n    Error: late\n    at once';
    assert.ok(output.endsWith(`\n== failed\n${failure}\n\n1 passed, 1 failed`), output);
  });

  it('count a file as passed that passes three times after it failed, and name it', async () => {
    const { hasPassed, output } = await run([
      suiteOf({ 'test/a.test.ts': [FAILED, PASSED], 'test/b.test.ts': [PASSED] }),
    ]);
    assert.equal(hasPassed, true);
    assert.ok(output.endsWith('\n\nflaky: test/a.test.ts\n2 passed, 0 failed'), output);
  });

  it('fail with a file that fails again in one of three runs', async () => {
    const { output } = await run([suiteOf({ 'test/a.test.ts': [FAILED, PASSED, PASSED, FAILED] })]);
    assert.doesNotMatch(output, /flaky/);
    assert.ok(output.endsWith('\n0 passed, 1 failed'), output);
  });

  it('run no file again if more than three files failed', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => [`test/${name}.test.ts`, [FAILED, PASSED]] as const);
    const { output } = await run([suiteOf(Object.fromEntries(names))]);
    assert.ok(output.endsWith('\n0 passed, 4 failed'), output);
  });
});

describe('the arguments of npm test', () => {
  const build = suiteOf({}, 'build');
  const site: Suite = {
    ...suiteOf({ 'test/a.test.ts': [PASSED], 'test/b.test.ts': [PASSED] }),
    needs: ['build'],
  };
  const choose = (...words: readonly string[]): readonly (readonly [string, number])[] =>
    chooseSuites(words, [build, site]).map(({ suite, files }) => [suite.name, files.length]);

  it('choose suites or files, with the suites that they need', () => {
    assert.deepEqual(choose('site'), [
      ['build', 0],
      ['site', 2],
    ]);
    assert.deepEqual(choose('test/b.test.ts'), [
      ['build', 0],
      ['site', 1],
    ]);
    assert.deepEqual(choose('build'), [['build', 0]]);
  });

  it('choose the test files that import a changed file, or whole suites that test its build', () => {
    const imports = [
      { from: 'test/a.test.ts', to: 'widget/stream.ts' },
      { from: 'widget/stream.ts', to: 'widget/token.ts' },
    ];
    const pages: Suite = {
      ...suiteOf({ 'test/page.test.ts': [PASSED] }, 'pages'),
      touchedBy: /^widget\/ui\//,
    };
    const touched = (path: string): readonly string[] =>
      touchedBy([path], imports, [build, site, pages]).flatMap(({ suite, files }) => [suite.name, ...files]);
    assert.deepEqual(touched('widget/token.ts'), ['build', 'site', 'test/a.test.ts']);
    assert.deepEqual(touched('test/b.test.ts'), ['build', 'site', 'test/b.test.ts']);
    assert.deepEqual(touched('widget/ui/panel.ts'), ['pages', 'test/page.test.ts']);
    assert.deepEqual(touched('README.md'), []);
  });

  it('are refused if they name neither a suite nor a test file', () => {
    assert.throws(() => choose('nonsense'), /there is no suite or test file nonsense; suites: build site/);
  });
});
