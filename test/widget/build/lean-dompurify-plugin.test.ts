import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { dropOptions, emptyDefaults, shortenMessage } from '../../../widget/build/lean-dompurify-plugin.ts';

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

describe("DOMPurify's options that we never set", () => {
  it('cannot be set in the installed version', () => {
    const code = readFileSync(join(ROOT, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
    const settings = /cfg\.(?:IN_PLACE|WHOLE_DOCUMENT|FORCE_BODY|SAFE_FOR_TEMPLATES|USE_PROFILES)\b/;
    assert.match(code, settings);
    assert.doesNotMatch(dropOptions(code), settings);
    assert.match(dropOptions(code), /const IN_PLACE = false;/);
    assert.match(dropOptions(code), /RETURN_DOM = cfg\.RETURN_DOM/);
  });

  it('break the build when they are not where we know them', () => {
    assert.throws(() => dropOptions('let USE_PROFILES = false;'), /option USE_PROFILES in one place/);
  });
});

describe("DOMPurify's longest message", () => {
  it('is said in a few words', () => {
    const code = readFileSync(join(ROOT, 'node_modules/dompurify/dist/purify.es.mjs'), 'utf8');
    assert.ok(shortenMessage(code).length < code.length - 200);
    assert.doesNotMatch(shortenMessage(code), /infinite recursion/);
  });

  it('breaks the build when it is not there', () => {
    assert.throws(() => shortenMessage('throw typeErrorCreate("");'), /message about recursion/);
  });
});
