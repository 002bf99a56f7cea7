import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../widget/build/project.ts';
import type whole from '../../worker/index.ts';
import { copyWorkerWithout, OPTIONAL_FOLDERS } from '../support/bare-worker.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

for (const feature of OPTIONAL_FOLDERS) {
  describe(`without the folder ${feature}/`, () => {
    let folder: string;
    before(() => {
      folder = copyWorkerWithout(feature);
    });
    after(() => rmSync(folder, { recursive: true }));

    it('the Worker compiles', async () => {
      await promisify(execFile)(process.execPath, [TSC, '-p', join(folder, 'worker')]);
    });

    it('the chat answers', async () => {
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
