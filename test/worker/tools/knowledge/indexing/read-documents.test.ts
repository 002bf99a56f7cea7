import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readDocuments } from '../../../../../worker/tools/knowledge/indexing/read-documents.ts';

describe('the sources of a knowledge index', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
    for (const path of ['docs/index.md', 'docs/a/prices.md', 'faq/faq.html', 'faq/notes.txt', 'terms.md']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(
        join(folder, path),
        path.endsWith('html') ? '<h1>FAQ</h1><p>Yes.' : '# Title\n\nWords.\n',
      );
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const addresses = (...sources: readonly string[]): readonly (string | undefined)[] =>
    readDocuments(
      sources.map((source) => join(folder, source)),
      '/help/',
    ).map(({ passages: [first] }) => first?.url.replace(/#.*/, ''));

  it('can be nested folders of markdown and HTML', () => {
    assert.deepEqual(addresses('docs'), ['/help/a/prices', '/help/']);
    assert.deepEqual(addresses('faq'), ['/help/faq.html']);
  });

  it('can be several folders, and single files', () => {
    assert.deepEqual(addresses('faq', 'docs', 'terms.md'), [
      '/help/a/prices',
      '/help/faq.html',
      '/help/',
      '/help/terms',
    ]);
  });

  it('are refused where two documents would have the same address', () => {
    assert.throws(() => addresses('docs', 'docs/index.md'), /two documents have the path index\.md/);
  });

  it('are refused where the folder does not exist', () => {
    assert.throws(() => addresses('nowhere'), /no such file or directory/);
  });
});
