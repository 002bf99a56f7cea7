import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../run-command.ts';
import { emptyDefaults } from './lean-dompurify-plugin.ts';

describe("DOMPurify's default attributes and tags", () => {
  it('are emptied in the installed version', () => {
    const code = readFileSync(join(ROOT, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
    const lean = emptyDefaults(code);
    const names =
      /"(?:accent-height|autocapitalize|columnspan|blockquote|feBlend|altglyph|hatchpath|mfrac|maction)"/;
    assert.match(code, names);
    assert.doesNotMatch(lean, names);
    assert.doesNotMatch(lean, /AsyncGenerator\.prototype/);
    assert.match(lean, /isValidAttribute/);
  });

  it('break the build when they are not where we know them', () => {
    assert.throws(() => emptyDefaults('const html = freeze(["a"]);'), /list svg once/);
  });
});
