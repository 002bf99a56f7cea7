import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { checkGate, findClosure, formatSizes } from './sizes.ts';

const FILES: Readonly<Record<string, string>> = {
  'chunks/panel-AAAAAAAA.js': 'import{a as b}from"./shared-BBBBBBBB.js";b();import("./late-CCCCCCCC.js");',
  'chunks/shared-BBBBBBBB.js':
    'export*from"./deep-DDDDDDDD.js";export const a=()=>import(`./de-EEEEEEEE.js`);',
  'chunks/deep-DDDDDDDD.js': 'import"./panel-AAAAAAAA.js";export const d=1;',
  'chunks/late-CCCCCCCC.js': 'export{d}from"./deep-DDDDDDDD.js";',
  'chunks/de-EEEEEEEE.js': 'export const de={};',
  'chunks/other-FFFFFFFF.js': 'export{};',
};

describe('the size gate', () => {
  const size = { title: 'a file', gate: 2048, goal: 1024 };

  it('lets a file pass that is as big as the gate', () => {
    checkGate({ ...size, bytes: 2048 });
  });

  it('refuses a file that is one byte bigger, with the figures', () => {
    assert.throws(() => checkGate({ ...size, bytes: 2049 }), {
      message: 'a file is 2.0 KB, the gate is 2.0 KB',
    });
  });

  it('is marked in the table when it is passed', () => {
    const lines = formatSizes([
      { ...size, bytes: 10 },
      { ...size, bytes: 9000 },
    ]).split('\n');
    assert.equal(lines[0]?.includes('over the gate'), false);
    assert.equal(lines[1]?.includes('over the gate'), true);
  });
});

describe('the files that come with a chunk', () => {
  let dist = '';

  before(async () => {
    dist = await mkdtemp(join(tmpdir(), 'cf-ai-chat-sizes-'));
    for (const [path, code] of Object.entries(FILES)) {
      await mkdir(dirname(join(dist, path)), { recursive: true });
      await writeFile(join(dist, path), code);
    }
  });

  after(() => rm(dist, { recursive: true, force: true }));

  it('are all it imports or may import, but other languages', async () => {
    const closure = await findClosure(dist, 'chunks/panel-AAAAAAAA.js');
    assert.deepEqual([...closure].toSorted(), [
      'chunks/deep-DDDDDDDD.js',
      'chunks/late-CCCCCCCC.js',
      'chunks/panel-AAAAAAAA.js',
      'chunks/shared-BBBBBBBB.js',
    ]);
  });
});
