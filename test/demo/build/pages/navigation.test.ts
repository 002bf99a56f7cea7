import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveNavigation } from '../../../../demo/build/pages/navigation.ts';

const GROUPS = [
  { title: 'A', pages: ['index', 'embed'] },
  { title: 'B', pages: ['platforms/*'] },
];

describe('the navigation of the documentation', () => {
  it('lists all pages of a folder where it names the folder', () => {
    const [, platforms] = resolveNavigation(['index', 'embed', 'platforms/a', 'platforms/b'], GROUPS);
    assert.deepEqual(platforms?.pages, ['platforms/a', 'platforms/b']);
  });

  it('leaves no page out', () => {
    assert.throws(() => resolveNavigation(['index', 'embed', 'new'], GROUPS), /page new is missing/);
  });

  it('names no missing page', () => {
    assert.throws(() => resolveNavigation(['index'], GROUPS), /names embed, and there is no such page/);
  });
});
