import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { cutInstance } from '../../../widget/build/unused-instance-plugin.ts';

describe('the instance that marked makes of itself', () => {
  it('is cut, with all that stands on it', () => {
    const code =
      'var m=new Map;var A=class{};function f(){}var b=new A;f.x=b;export{A as Marked,b as marked};';
    assert.equal(cutInstance(code), 'var m=new Map;var A=class{};function f(){}export{A as Marked};');
  });

  it('is found in the package, whose classes stay', async () => {
    const code = await readFile(join(ROOT, 'node_modules/marked/lib/marked.esm.js'), 'utf8');
    const cut = cutInstance(code);
    for (const name of ['Hooks', 'Lexer', 'Parser', 'Tokenizer'])
      assert.match(cut, new RegExp(`export\\{.* as ${name}\\b`));
    assert.doesNotMatch(cut, /parseInline=\w+\.parseInline/);
  });

  it('is missed where it is gone', () => {
    assert.throws(() => cutInstance('export class A {}'), /no instance/);
  });
});
