import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { replacePolicy } from '../../../widget/build/trusted-types-plugin.ts';

const POLICY_MODULE = '/widget/markdown/trusted-types.ts';
const LIT_HTML = join(ROOT, 'node_modules/lit-html');

describe("lit-html's Trusted Types policy", () => {
  for (const file of ['lit-html.js', 'development/lit-html.js']) {
    it(`is replaced by the chat's own in the installed ${file}`, () => {
      const code = replacePolicy(readFileSync(join(LIT_HTML, file), 'utf8'), POLICY_MODULE);
      assert.doesNotMatch(code, /createPolicy/);
      assert.match(
        code,
        /^import \{ trustedTypesPolicy as \w+ \} from "\/widget\/markdown\/trusted-types\.ts";/,
      );
    });
  }

  it('fails the build when the file does not create the policy', () => {
    assert.throws(() => replacePolicy('const policy = undefined;', POLICY_MODULE), /once, found 0 times/);
  });

  it('fails the build when the file creates the policy twice', () => {
    const policy = "a.createPolicy('lit-html',{createHTML:(s)=>s});";
    assert.throws(() => replacePolicy(policy + policy, POLICY_MODULE), /once, found 2 times/);
  });

  it('fails the build when the policy does more than return the string it gets', () => {
    const code = "a.createPolicy('lit-html',{createHTML:(s)=>clean(s)});";
    assert.throws(() => replacePolicy(code, POLICY_MODULE), /found 0 times/);
  });
});
