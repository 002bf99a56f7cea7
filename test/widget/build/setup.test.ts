import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findStaleness } from '../../../widget/build/setup.mjs';

interface Entry {
  readonly version: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

type Packages = Record<string, Entry>;

describe('the check whether npm install is needed', () => {
  let root = '';

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cf-ai-chat-setup-'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function lock(packages: Packages): void {
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  }

  function install(packages: Packages): void {
    for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true });
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  }

  it('installs when node_modules is missing', () => {
    lock({ 'node_modules/a': { version: '1.0.0' } });
    assert.equal(findStaleness(root), 'nothing is installed yet');
  });

  it('does not install when every package has the version of the lock file', () => {
    lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/@b/c': { version: '2.0.0' } });
    install({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/@b/c': { version: '2.0.0' } });
    assert.equal(findStaleness(root), undefined);
  });

  it('installs when the lock file has another version', () => {
    lock({ 'node_modules/a': { version: '1.1.0' } });
    install({ 'node_modules/a': { version: '1.0.0' } });
    assert.equal(findStaleness(root), 'node_modules/a is 1.0.0, wanted 1.1.0');
  });

  it('installs when the lock file has a new package', () => {
    lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } });
    install({ 'node_modules/a': { version: '1.0.0' } });
    assert.equal(findStaleness(root), 'node_modules/b is missing');
  });

  it('installs when the folder of a package was removed by hand', () => {
    lock({ 'node_modules/a': { version: '1.0.0' } });
    install({ 'node_modules/a': { version: '1.0.0' } });
    rmSync(join(root, 'node_modules/a'), { recursive: true });
    assert.equal(findStaleness(root), 'node_modules/a is missing');
  });

  it('installs when the optional binary for this platform is missing', () => {
    const binary = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] };
    lock({ 'node_modules/a-binary': binary });
    install({});
    assert.equal(findStaleness(root), 'node_modules/a-binary is missing');
  });

  it('does not install for a missing binary of another platform', () => {
    lock({
      'node_modules/a-aix': { version: '1.0.0', optional: true, os: ['aix'], cpu: [process.arch] },
      'node_modules/a-s390x': { version: '1.0.0', optional: true, os: [process.platform], cpu: ['s390x'] },
      'node_modules/a-others': { version: '1.0.0', optional: true, os: [`!${process.platform}`] },
      'node_modules/needed-by-these': { version: '1.0.0', optional: true },
    });
    install({});
    assert.equal(findStaleness(root), undefined);
  });
});
