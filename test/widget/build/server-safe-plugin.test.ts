import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { guardBaseClass } from '../../../widget/build/server-safe-plugin.ts';

describe("the element's base class", () => {
  it('has a stand-in on a server, in the installed version of Lit', () => {
    const path = join(ROOT, 'node_modules/@lit/reactive-element/reactive-element.js');
    assert.match(
      guardBaseClass(readFileSync(path, 'utf8')),
      /extends\(globalThis\.HTMLElement\?\?class\{\}\)\{/,
    );
  });

  it('breaks the build when it is not there', () => {
    assert.throws(() => guardBaseClass('class y extends Element{}'), /once, found 0/);
  });
});
