import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBrowserTest } from './browser-tests.ts';

describe('a test that runs in a browser', () => {
  it('is one of the widget', () => {
    assert.ok(isBrowserTest('test/widget/markdown/morph.test.ts'));
    assert.ok(isBrowserTest('test/widget/ui/panel/request-builder.test.ts'));
  });

  it('is none of what runs in Node', () => {
    const others = ['widget/build/sizes', 'widget/cli/doctor', 'worker/turn/prompt', 'tools/watch'];
    assert.deepEqual(others.map((name) => `test/${name}.test.ts`).filter(isBrowserTest), []);
  });
});
