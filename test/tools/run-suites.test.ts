import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { Gate } from '../support/gate.ts';
import type { Counts } from './counts.ts';
import { Installations } from './installations.ts';
import { runSuites } from './run-suites.ts';
import type { Suite } from './suite.ts';

const PASSED: Counts = { passed: 1, failed: 0, skipped: 0 };
const FAILED: Counts = { passed: 1, failed: 2, skipped: 0 };

async function run(suites: readonly Suite[]): Promise<{ counts: Counts; output: string }> {
  const shown = new PassThrough();
  const counts = await runSuites(suites, new Installations(suites), { shown });
  shown.end();
  return { counts, output: (await text(shown)).replaceAll(/ \(\d+\.\d s\)/g, '') };
}

describe('the suites of npm test', { timeout: 20_000 }, () => {
  it('run side by side, and are shown one after the other', async () => {
    const gate = new Gate();
    const { counts, output } = await run([
      {
        name: 'slow',
        async run(to) {
          to.write('begins\n');
          await gate.opened;
          to.write('ends\n');
          return PASSED;
        },
      },
      {
        name: 'quick',
        run(to) {
          to.write('is quick\n');
          gate.open();
          return Promise.resolve(PASSED);
        },
      },
    ]);
    assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 0 });
    const slow = '\n== slow\nbegins\nends\nslow: 1 passed, 0 failed\n';
    assert.equal(output, `${slow}\n== quick\nis quick\nquick: 1 passed, 0 failed\n\n2 passed, 0 failed\n`);
  });

  it('wait for those that they need', async () => {
    const order: string[] = [];
    const gate = new Gate();
    const suite = (name: string, needs: readonly string[], opened?: Promise<void>): Suite => ({
      name,
      needs,
      async run() {
        await opened;
        order.push(name);
        if (name === 'other') gate.open();
        return PASSED;
      },
    });
    await run([suite('build', [], gate.opened), suite('other', []), suite('site', ['build'])]);
    assert.deepEqual(order, ['other', 'build', 'site']);
  });

  it('are not run when one that they need failed, and fail', async () => {
    const { counts, output } = await run([
      { name: 'build', run: () => Promise.resolve(FAILED) },
      { name: 'site', needs: ['build'], run: () => assert.fail('it was run') },
    ]);
    assert.deepEqual(counts, { passed: 1, failed: 3, skipped: 0 });
    const failure = '  ✖ not run, because build failed\n';
    const end = `== site\n${failure}site: 0 passed, 1 failed\n\n== failed\n${failure}\n1 passed, 3 failed\n`;
    assert.ok(output.endsWith(end), output);
  });

  it('fail with the reason when what they need cannot be installed', async () => {
    const { counts, output } = await run([
      { name: 'site', fixtures: ['nowhere'], run: () => assert.fail('it was run') },
    ]);
    assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 });
    assert.match(output, /✖ fixtures\/nowhere could not be installed: /);
  });
});
