import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type whole from '../../worker/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** Takes a feature's folder away, and from `index.ts` its import and the lines that use what was imported. */
function removeFeature(folder: string, feature: string): void {
  rmSync(join(folder, 'worker', feature), { recursive: true });
  const index = join(folder, 'worker/index.ts');
  const lines = readFileSync(index, 'utf8').split('\n');
  const imports = lines.filter((line) => line.includes(`from './${feature}/`));
  assert.ok(imports.length > 0, `index.ts imports ${feature}`);
  const names = imports.flatMap(
    (line) => line.slice(0, line.indexOf('from')).match(/\b(?!(?:import|export)\b)\w+/g) ?? [],
  );
  const uses = new RegExp(`\\b(?:${names.join('|')})\\b`);
  writeFileSync(index, lines.filter((line) => !uses.test(line)).join('\n'));
}

for (const feature of ['feedback', 'follow-ups', 'guard', 'knowledge', 'quota', 'resume']) {
  describe(`without ${feature}/`, () => {
    let folder: string;
    before(() => {
      // Inside the project, so that the packages are found.
      mkdirSync(join(ROOT, '.cache'), { recursive: true });
      folder = mkdtempSync(join(ROOT, '.cache/removable-'));
      for (const path of ['worker', 'widget/protocol', 'tsconfig.json', 'package.json']) {
        cpSync(join(ROOT, path), join(folder, path), { recursive: true });
      }
      removeFeature(folder, feature);
    });
    after(() => rmSync(folder, { recursive: true }));

    it('the Worker compiles', async () => {
      await promisify(execFile)(process.execPath, [TSC, '-p', join(folder, 'worker')]);
    });

    it('chat answers', async () => {
      const index = pathToFileURL(join(folder, 'worker/index.ts')).href;
      const { default: app } = (await import(index)) as { default: typeof whole };
      const response = await app.request(
        '/api/chat?stream=false',
        { method: 'POST', body: '{"query":"Hi"}' },
        { LOCAL: '1' },
      );
      assert.equal(response.status, 200);
      assert.match(((await response.json()) as { answer: string }).answer, /no language model is configured/);
    });
  });
}
