import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minifySource, untagSheets } from '../../../widget/build/minify-templates-plugin.ts';

describe('a style sheet', () => {
  it('loses its tag in a build', () => {
    const code = 'const a = css`.a{color:red}`; const b = css`.b{${a}}`; html`<p>css</p>`';
    assert.equal(
      untagSheets(code, 'a.ts'),
      'const a = `.a{color:red}`; const b = `.b{${a}}`; html`<p>css</p>`',
    );
  });

  it('breaks the build when the tag makes a difference', () => {
    assert.throws(() => untagSheets('css`a::before{content:"\\\\201c"}`', 'a.ts'), /a backslash/);
  });

  it('is minified', async () => {
    const source = 'export const sheet = css`\n  .a {\n    color: red; /* a comment */\n  }\n`;';
    assert.equal(await minifySource(source, 'a.ts'), 'export const sheet = `.a{color:red}`;');
  });

  it('breaks the build when it is no CSS', async () => {
    const source =
      'export const sheet = css`\n  .a {\n    color: red;\n  }\n<<<<<<< HEAD\n  .b { top: 0 }\n`;';
    await assert.rejects(minifySource(source, 'a.ts'), /a sheet of a\.ts is no CSS/);
  });
});
