import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fold } from '../../../widget/build/fold-code-plugin.ts';

describe('the folding of code', () => {
  it('puts a function that is called once, and a constant, where they are used', async () => {
    const code = 'const one = 1; function add(a) { return a + one; } export const two = add(1);';
    assert.equal(await fold(code, true), 'export const two=2;');
  });

  it('keeps what assigning to a property, or reading one, may do', async () => {
    const code =
      'export function draw(root, text) { root.dir !== text && (root.dir = text); root.offsetWidth; }';
    const folded = await fold(code, true);
    assert.match(folded, /root\.dir=text/);
    assert.match(folded, /root\.offsetWidth/);
  });

  it('keeps names that a classic script gives to its page', async () => {
    assert.match(await fold('var cfAiChat = 1; var other = cfAiChat;', false), /cfAiChat=1/);
  });
});
