import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { describeFailure } from '../../../widget/build/describe-failure.ts';

describe('the message of a failed build', () => {
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-broken-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  async function failureOf(code: string): Promise<string> {
    const entry = join(folder, 'entry.ts');
    await writeFile(entry, code);
    const lib = { entry, formats: ['es' as const] };
    const options = { write: false, lib };
    const config = { root: folder, configFile: false as const, logLevel: 'silent' as const, build: options };
    return build(config).then(() => 'it was built', describeFailure);
  }

  it('is one line with file and position when the syntax is wrong', async () => {
    const line = await failureOf('export const a = ;\n');
    assert.match(line, /^the build is broken: .*Unexpected token \(\S*entry\.ts:1:18\)$/);
  });

  it('is one line with the name of the file when a file is missing', async () => {
    const line = await failureOf("export * from './nowhere.ts';\n");
    assert.match(line, /^the build is broken: .*Could not resolve '\.\/nowhere\.ts' in \S*entry\.ts/);
    assert.doesNotMatch(line, /\n/);
  });
});
