import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bindsHtml,
  countCode,
  findExcess,
  findForeignProperties,
  findMapFaults,
  findStrayEntries,
  findUnusedStrings,
} from './checks.ts';

describe('the top level of the repository', () => {
  it('has the agreed folders and files', () => {
    const agreed = ['widget/index.ts', 'worker/index.ts', '.ci/run', '.npmrc', 'README.md', 'vite.config.ts'];
    assert.deepEqual(findStrayEntries(agreed), []);
  });

  it('is refused with any other folder or file', () => {
    const stray = ['src/index.ts', 'src/more.ts', 'scripts/x.sh', 'notes.txt', 'widget/notes.txt'];
    assert.deepEqual(findStrayEntries(stray), ['src', 'scripts', 'notes.txt']);
  });
});

describe('the map of the folders', () => {
  const map = 'widget/    the widget\n  ui/      the view\n    strings/  words\nworker/    the backend\n';

  it('has every folder of widget/ui', () => {
    const paths = ['widget/index.ts', 'widget/ui/strings/en.ts', 'worker/index.ts'];
    assert.deepEqual(findMapFaults(paths, map), []);
    assert.deepEqual(findMapFaults([...paths, 'widget/ui/base/css.ts', 'worker/quota/quota.ts'], map), [
      'widget/ui/base is missing',
      'worker/quota is missing',
    ]);
  });

  it('has no folder that does not exist', () => {
    assert.deepEqual(findMapFaults(['widget/ui/base.ts', 'worker/index.ts'], map), [
      'widget/ui/strings is no folder',
    ]);
  });
});

describe('a README beside the code', () => {
  it('may have 60 lines and 6 KB', () => {
    assert.equal(findExcess('a\n'.repeat(60)), undefined);
    assert.equal(findExcess('a'.repeat(6_144)), undefined);
  });

  it('is refused with more lines or more bytes', () => {
    assert.equal(findExcess('a\n'.repeat(61)), '61 lines');
    assert.equal(findExcess('é'.repeat(3_073)), '6146 bytes');
  });
});

describe('countCode', () => {
  it('does not count blank lines and comments', () => {
    assert.equal(
      countCode('/** One.\n * Two. */\n\n// Three.\nconst four = 4; // Four.\n/* Five. */ six();\n'),
      2,
    );
  });
});

describe('the search for templates that bind HTML', () => {
  it('finds such a binding', () => {
    assert.ok(bindsHtml('html`<p .innerHTML=${text}></p>`'));
    assert.ok(bindsHtml('html`<iframe .srcdoc="${text}"></iframe>`'));
  });

  it('does not find other bindings', () => {
    assert.ok(!bindsHtml('html`<p .textContent=${text} title=${innerHTML}></p>`'));
  });
});

describe('the search for custom properties without our prefix', () => {
  it('finds such a property where it is set and where it is used', () => {
    const source =
      "css`a { --_accent: red; color: var(--line, red); inset: var(--_top) }`; set('--room', '1px')";
    assert.deepEqual(findForeignProperties(source), ['--_accent', '--line', '--_top', '--room']);
  });

  it('does not find properties with our prefix', () => {
    const source = 'css`a { --_cf-ai-chat-accent: var(--cf-ai-chat-accent-color) }`; for (; i-- ;) run(--i)';
    assert.deepEqual(findForeignProperties(source), []);
  });
});

describe('a string for visitors', () => {
  it('counts as used where a source file reads it', () => {
    const source = 'words.retry; const { send, stop } = words; const deleted = "undo";';
    assert.deepEqual(findUnusedStrings(['locale', 'retry', 'send', 'stop', 'delete', 'undo'], source), [
      'delete',
      'undo',
    ]);
  });
});
