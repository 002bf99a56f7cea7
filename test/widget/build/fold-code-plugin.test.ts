import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fold } from '../../../widget/build/fold-code-plugin.ts';

describe('the code-folding plugin', () => {
  it('inlines a function that is called once, and a constant', async () => {
    const code = 'const one = 1; function add(a) { return a + one; } export const two = add(1);';
    assert.equal(await fold(code, true), 'export const two=2;');
  });

  it('keeps reads and writes of properties, since a getter or setter may have effects', async () => {
    const code =
      'export function draw(root, text) { root.dir !== text && (root.dir = text); root.offsetWidth; }';
    const folded = await fold(code, true);
    assert.match(folded, /root\.dir=text/);
    assert.match(folded, /root\.offsetWidth/);
  });

  it('keeps top-level names of a classic script, since they are globals of the page', async () => {
    assert.match(await fold('var cfAiChat = 1; var other = cfAiChat;', false), /cfAiChat=1/);
  });
});
