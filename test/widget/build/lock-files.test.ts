import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  completeLockFile,
  findMissingBinaries,
  platformOf,
  type LockFile,
} from '../../../widget/build/lock-files.ts';
import { ROOT } from '../../../widget/build/project.ts';

const OXLINT = {
  version: '1.94.0',
  dev: true,
  optionalDependencies: { '@oxlint/binding-win32-x64-msvc': '1.94.0' },
};

describe('a lock file without the optional binary of a platform', () => {
  const lock = {
    packages: { '': {}, 'node_modules/oxlint': OXLINT, 'node_modules/zod': { version: '4.0.0' } },
  };

  it('is reported', () => {
    const missing = { name: '@oxlint/binding-win32-x64-msvc', version: '1.94.0', isDev: true };
    assert.deepEqual(findMissingBinaries(lock), [missing]);
  });

  it('gets the missing entry at its alphabetical place', () => {
    const { packages } = completeLockFile(lock);
    assert.deepEqual(packages['node_modules/@oxlint/binding-win32-x64-msvc'], {
      version: '1.94.0',
      dev: true,
      optional: true,
      cpu: ['x64'],
      os: ['win32'],
    });
    assert.deepEqual(Object.keys(packages), [
      '',
      'node_modules/@oxlint/binding-win32-x64-msvc',
      'node_modules/oxlint',
      'node_modules/zod',
    ]);
  });

  it('is left unchanged where the name of the package names no platform', () => {
    const unknown = { packages: { 'node_modules/a': { optionalDependencies: { b: '1.0.0' } } } };
    assert.throws(() => completeLockFile(unknown), /b@1\.0\.0/);
  });
});

describe('a lock file that lists every binary', () => {
  it('may list the binary in the node_modules of the package that needs it, or of a folder above', () => {
    const binary = { version: '1.94.0' };
    const path = 'node_modules/a/node_modules/oxlint';
    for (const place of [`${path}/`, 'node_modules/a/', '']) {
      const name = `${place}node_modules/@oxlint/binding-win32-x64-msvc`;
      assert.deepEqual(findMissingBinaries({ packages: { [path]: OXLINT, [name]: binary } }), [], name);
    }
  });
});

describe('the platform in the name of a package', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
  const published = Object.entries(lock.packages).filter(
    ([path, entry]) => 'integrity' in entry && entry.cpu !== undefined && platformOf(path) !== undefined,
  );

  it('equals the platform that npm has recorded for the package, for every package in the lock files', () => {
    assert.ok(published.length > 60);
    for (const [path, { os, cpu }] of published) {
      const platform = platformOf(path);
      assert.deepEqual({ os: platform?.os, cpu: platform?.cpu }, { os, cpu }, path);
    }
  });
});
