import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untagSheets } from '../../../widget/build/minify-templates-plugin.ts';

describe('a style sheet', () => {
  it('loses its tag in a build', () => {
    const code = 'const a = css`.a{color:red}`; const b = css`.b{${a}}`; html`<p>css</p>`';
    assert.equal(untagSheets(code), 'const a = `.a{color:red}`; const b = `.b{${a}}`; html`<p>css</p>`');
  });

  it('breaks the build when the tag makes a difference', () => {
    assert.throws(() => untagSheets('css`a::before{content:"\\\\201c"}`'), /a backslash/);
  });
});
