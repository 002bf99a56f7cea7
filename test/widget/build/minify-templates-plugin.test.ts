import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minifySource, untagSheets } from '../../../widget/build/minify-templates-plugin.ts';

describe('a css tagged template in a build', () => {
  it('becomes a plain template without the css tag', () => {
    const code = 'const a = css`.a{color:red}`; const b = css`.b{${a}}`; html`<p>css</p>`';
    assert.equal(
      untagSheets(code, 'a.ts'),
      'const a = `.a{color:red}`; const b = `.b{${a}}`; html`<p>css</p>`',
    );
  });

  it('fails the build when the source has a backslash', async () => {
    const source = 'const a = css`a::before{content:"\\\\201c"}`;';
    await assert.rejects(minifySource(source, 'a.ts'), /a sheet of a\.ts has a backslash/);
  });

  it('keeps a backslash that the minifier adds', async () => {
    const built = await minifySource("export const a = css`a[href^='#ref-']{color:red}`;", 'a.ts');
    assert.equal(built, 'export const a = `a[href^=\\\\#ref-]{color:red}`;');
  });

  it('is minified', async () => {
    const source = 'export const sheet = css`\n  .a {\n    color: red; /* a comment */\n  }\n`;';
    assert.equal(await minifySource(source, 'a.ts'), 'export const sheet = `.a{color:red}`;');
  });

  it('fails the build when its text is not valid CSS', async () => {
    const source =
      'export const sheet = css`\n  .a {\n    color: red;\n  }\n<<<<<<< HEAD\n  .b { top: 0 }\n`;';
    await assert.rejects(minifySource(source, 'a.ts'), /a sheet of a\.ts is no CSS/);
  });
});

describe('an html template in a build', () => {
  it('has quotes only around values that need them', async () => {
    const source =
      'export const a = html`<p class="b" title="c d" lang="${e}"><svg><path d="M1 2" rx="3" /></svg></p>`;';
    const wanted =
      'export const a = html`<p class=b title="c d" lang=${e}><svg><path d="M1 2" rx=3 /></svg></p>`;';
    assert.equal(await minifySource(source, 'a.ts'), wanted);
  });
});
