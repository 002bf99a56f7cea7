import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type * as Marked from 'marked';
import { ROOT } from '../../../widget/build/project.ts';
import { fixOptions, removeSingleton } from '../../../widget/build/lean-marked-plugin.ts';

describe("marked's singleton", () => {
  it('is taken out of the installed marked, which still lexes and parses', async () => {
    const code = removeSingleton(readFileSync(join(ROOT, 'node_modules/marked/lib/marked.esm.js'), 'utf8'));
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof Marked;
    assert.deepEqual(Object.keys(module).toSorted(), [
      'Hooks',
      'Lexer',
      'Parser',
      'Renderer',
      'TextRenderer',
      'Tokenizer',
      'defaults',
      'getDefaults',
    ]);
    const options = module.getDefaults();
    const tokens = new module.Lexer(options).lex('*a*');
    assert.equal(new module.Parser(options).parse(tokens), '<p><em>a</em></p>\n');
  });

  it('breaks the build when marked has another shape', () => {
    assert.throws(() => removeSingleton('export{};'), /singleton/);
  });
});

describe("marked's options", () => {
  const code = removeSingleton(readFileSync(join(ROOT, 'node_modules/marked/lib/marked.esm.js'), 'utf8'));

  it('become constants, and the rules go that only others choose', () => {
    const lean = fixOptions(code);
    assert.doesNotMatch(
      lean,
      /this\.options\.(?:pedantic|gfm|breaks|extensions)|,(?:pedantic|breaks):[\w$]+[,}]/,
    );
    assert.ok(lean.length < code.length - 1500);
  });

  it('break the build when marked has another shape', () => {
    assert.throws(() => fixOptions('var a={normal:b,gfm:c};'), /choose its rules/);
    assert.throws(
      () => fixOptions(code.replaceAll('this.options.hooks', 'this.hooks')),
      /read this\.options\.hooks/,
    );
  });
});
