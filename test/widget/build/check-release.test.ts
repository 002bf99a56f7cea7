import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundledFiles, checkRelease } from '../../../widget/build/check-release.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-01-31\n\n- A change.\n';

describe('a release', () => {
  it('needs a section for its version in the changelog', () => {
    assert.deepEqual(checkRelease(CHANGELOG, '1.2.3', []), []);
    assert.deepEqual(checkRelease(CHANGELOG, '1.2', []), ['CHANGELOG.md has no section "## 1.2"']);
  });

  it('is refused while the changelog has changes without a version', () => {
    const changelog = CHANGELOG.replace(
      'Unreleased\n',
      'Unreleased\n\n### For visitors\n\n- Another change.\n',
    );
    assert.deepEqual(checkRelease(changelog, '1.2.3', []), [
      'CHANGELOG.md has changes under "## Unreleased": move them to a version',
    ]);
  });

  it('is refused where the package has a file that does not belong into it', () => {
    assert.deepEqual(checkRelease(CHANGELOG, '1.2.3', ['index.js', 'chunks/panel-a1.js', '.env', 'a.map']), [
      'dist/.env has no place in the package',
      'dist/a.map has no place in the package',
    ]);
  });

  it('passes with the files that the build writes', async () => {
    const files = await bundledFiles();
    for (const name of ['cf-ai-chat.js', 'index.js', 'index.d.ts', 'integrity.json', 'cli.js'])
      assert.ok(files.includes(name), name);
    assert.deepEqual(checkRelease(CHANGELOG, '1.2.3', files), []);
  });
});
