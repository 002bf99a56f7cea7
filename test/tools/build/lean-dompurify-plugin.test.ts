import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../run-command.ts';
import { emptyDefaults } from './lean-dompurify-plugin.ts';

describe("DOMPurify's default attributes", () => {
  it('are emptied in the installed version, and the lists of tags are kept', () => {
    const code = readFileSync(join(ROOT, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
    const lean = emptyDefaults(code);
    assert.doesNotMatch(lean, /"accent-height"|"autocapitalize"|"columnspan"|AsyncGenerator\.prototype/);
    for (const tag of ['"blockquote"', '"feBlend"', '"foreignobject"', '"annotation-xml"']) {
      assert.ok(lean.includes(tag), tag);
    }
    assert.equal(lean.replace(/freeze\(\[[^\]]*\]\)/g, '').includes('isValidAttribute'), true);
  });

  it('break the build when they are not where we know them', () => {
    assert.throws(() => emptyDefaults('const html = freeze(["a"]);'), /list svg once/);
  });
});
