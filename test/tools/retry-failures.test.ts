import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Gate } from '../support/gate.ts';
import type { Counts } from './counts.ts';
import { readFlaky } from './flaky-list.ts';
import { Installations } from './installations.ts';
import { runSuites } from './run-suites.ts';
import type { Suite } from './suite.ts';

const HEAD = '# Flaky tests\n\nA list.\n';

/**
 * Files with one test each, and how their runs end: `+` passes, `-` fails, later ones end as the last. The first is that of the
 * whole suite.
 */
type Script = Readonly<Record<string, string>>;

/** A suite of 3 tests besides those of its files, one of them skipped. */
function suiteOf(script: Script, begun: string[] = []): Suite {
  const runs = new Map(Object.keys(script).map((file) => [file, 1]));
  const files = Object.keys(script);
  return {
    name: 'site',
    run(to) {
      const failing = files.filter((file) => script[file]?.startsWith('-'));
      for (const file of failing) to.write(`  ✖ opens (${file}:7)\n    Error: late\n`);
      const passed = 2 + files.length - failing.length;
      return Promise.resolve({ passed, failed: failing.length, skipped: 1 });
    },
    files: {
      list: () => files,
      run(file, to) {
        begun.push(file);
        const run = runs.get(file) ?? 0;
        runs.set(file, run + 1);
        const failed = (script[file]?.[run] ?? script[file]?.at(-1)) === '-' ? 1 : 0;
        to.write(`run ${run + 1} has ended\n`);
        return Promise.resolve({ passed: 1 - failed, failed, skipped: 0 });
      },
    },
  };
}

describe('a test file that fails', { timeout: 20_000 }, () => {
  let folder: string;
  let page: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flaky-'));
    page = join(folder, 'flaky.md');
    await writeFile(page, HEAD);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function run(suite: Suite): Promise<{ counts: Counts; output: string }> {
    const shown = new PassThrough();
    const counts = await runSuites([suite], new Installations([]), { shown, flakyPage: page });
    shown.end();
    return { counts, output: await text(shown) };
  }

  it('has passed when one of six runs fails, and is named right before the counts', async () => {
    const { counts, output } = await run(suiteOf({ 'test/a.test.ts': '-+' }));
    assert.deepEqual(counts, { passed: 3, failed: 0, skipped: 1 });
    const end = '\n\nflaky: test/a.test.ts (failed 1 of 6)\n3 passed, 0 failed, 1 skipped\n';
    assert.ok(output.endsWith(end), output);
    assert.match(output, /\n== failed, and [^\n]+\n {2}✖ opens \(test\/a\.test\.ts:7\)\n {4}Error: late\n/);
    assert.doesNotMatch(output, /== failed\n/);
  });

  it('is run five more times, each of which is shown', async () => {
    const begun: string[] = [];
    const { output } = await run(suiteOf({ 'test/a.test.ts': '-+' }, begun));
    assert.deepEqual(begun, Array.from({ length: 5 }).fill('test/a.test.ts'));
    for (const number of [2, 3, 4, 5, 6])
      assert.ok(output.includes(`== site, run ${number} of 6: test/a.test.ts\nrun ${number} has ended\n`));
  });

  it('has passed when two of six runs fail', async () => {
    const { counts, output } = await run(suiteOf({ 'test/a.test.ts': '-+++-+' }));
    assert.equal(counts.failed, 0);
    assert.match(output, /\nflaky: test\/a\.test\.ts \(failed 2 of 6\)\n3 passed, /);
  });

  for (const runs of ['-++-+-', '-'])
    it(`has failed when its runs end so: ${runs}`, async () => {
      const { counts, output } = await run(suiteOf({ 'test/a.test.ts': runs }));
      assert.deepEqual(counts, { passed: 2, failed: 1, skipped: 1 });
      const failure = '  ✖ opens (test/a.test.ts:7)\n    Error: late\n';
      assert.ok(output.endsWith(`\n== failed\n${failure}\n2 passed, 1 failed, 1 skipped\n`), output);
      assert.doesNotMatch(output, /flaky/);
      assert.equal(await readFile(page, 'utf8'), HEAD);
    });

  it('has failed when its further runs do not end well', async () => {
    const suite = suiteOf({ 'test/a.test.ts': '-' });
    const files = { list: () => ['test/a.test.ts'], run: () => Promise.reject(new Error('no browser')) };
    const { counts, output } = await run({ ...suite, files });
    assert.equal(counts.failed, 1);
    assert.match(output, /✖ no browser\n/);
  });

  it('has its own verdict beside another file', async () => {
    const { counts, output } = await run(
      suiteOf({ 'test/a.test.ts': '-+', 'test/b.test.ts': '-', 'test/c.test.ts': '-+' }),
    );
    assert.deepEqual(counts, { passed: 4, failed: 1, skipped: 1 });
    const [, failed = ''] = output.split('\n== failed\n');
    const lines = failed.split('\n').filter((line) => !line.startsWith('    '));
    assert.deepEqual(lines, [
      '  ✖ opens (test/b.test.ts:7)',
      '',
      '== failed, and passed in most runs',
      '  ✖ opens (test/a.test.ts:7)',
      '  ✖ opens (test/c.test.ts:7)',
      '',
      'flaky: test/a.test.ts (failed 1 of 6)',
      'flaky: test/c.test.ts (failed 1 of 6)',
      '4 passed, 1 failed, 1 skipped',
      '',
    ]);
  });

  it('is run beside two others of its suite, those after it first', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `test/${name}.test.ts`);
    const suite = suiteOf(Object.fromEntries(names.map((name) => [name, name.includes('c') ? '-' : '+'])));
    const begun: string[] = [];
    const isLoaded = new Gate();
    const { counts } = await run({
      ...suite,
      files: {
        list: () => names,
        async run(file) {
          begun.push(file);
          if (begun.length === 3) isLoaded.open();
          await isLoaded.opened;
          return { passed: 1, failed: file.includes('d') ? 1 : 0, skipped: 0 };
        },
      },
    });
    assert.deepEqual(
      begun.slice(0, 3).toSorted(),
      ['a', 'c', 'd'].map((name) => `test/${name}.test.ts`),
    );
    assert.equal(begun.filter((file) => file.includes('c')).length, 5);
    assert.equal(counts.failed, 0, 'files beside it are not judged');
  });

  it('is not run again where many files fail', async () => {
    const begun: string[] = [];
    const files = ['a', 'b', 'c', 'd'].map((name) => [`test/${name}.test.ts`, '-+'] as const);
    const { counts } = await run(suiteOf(Object.fromEntries(files), begun));
    assert.deepEqual([counts.failed, begun], [4, []]);
  });

  it('is not run again where the failure names none, or none of the suite', async () => {
    for (const place of ['no path', 'test/support/shared.ts']) {
      const begun: string[] = [];
      const suite = suiteOf({ [place]: '-+' }, begun);
      const { counts } = await run({ ...suite, files: { ...suite.files!, list: () => ['test/a.test.ts'] } });
      assert.deepEqual([counts.failed, begun], [1, []]);
    }
  });

  it('is entered into the list once', async () => {
    for (const runs of ['-+', '-++-+']) await run(suiteOf({ 'test/a.test.ts': runs }));
    await run(suiteOf({ 'test/b.test.ts': '--+' }));
    assert.deepEqual(await readFlaky(page), ['test/a.test.ts', 'test/b.test.ts']);
    const dateless = (await readFile(page, 'utf8')).replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE');
    const entries = '- DATE: test/a.test.ts (failed 1 of 6)\n- DATE: test/b.test.ts (failed 2 of 6)\n';
    assert.equal(dateless, `${HEAD}\n${entries}`);
  });

  it('has passed where the list cannot be written, which is told', async () => {
    page = join(folder, 'nowhere/flaky.md');
    const { counts, output } = await run(suiteOf({ 'test/a.test.ts': '-+' }));
    assert.equal(counts.failed, 0);
    assert.match(output, /nowhere\/flaky\.md: ENOENT[^\n]+\n\nflaky: test\/a/);
  });
});

describe('the list of flaky files', () => {
  it('can be read', async () => {
    assert.ok(Array.isArray(await readFlaky()));
  });
});
