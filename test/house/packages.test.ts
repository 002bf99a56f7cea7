import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUndeclared, importedPackages } from './packages.ts';

describe('the names of imported packages', () => {
  const importsOf = (source: string): string[] => [...importedPackages('a.ts', source)];

  it('are found in every form of import', () => {
    const source = [
      `import a from 'a';`,
      `import type { B } from '@b/b/types';`,
      `import 'c';`,
      `export * from 'd/d.js';`,
      `const e: B = await import('e');`,
    ];
    assert.deepEqual(importsOf(source.join('\n')), ['a', '@b/b', 'c', 'd', 'e']);
  });

  it('do not include modules of Node, files and computed names', () => {
    const source = `import 'node:fs'; import 'fs'; import './a.ts'; import '../b.ts'; void import(path);`;
    assert.deepEqual(importsOf(source), []);
  });
});

describe('an imported package, which a package.json has to declare', () => {
  const packages = new Map([
    ['.', { name: 'cf-ai-chat', devDependencies: { lit: '1.0.0', '@types/mocha': '1.0.0' } }],
    ['test', { dependencies: { chai: '1.0.0' } }],
  ]);

  it("may be declared in the folder's package.json or in one above", () => {
    assert.deepEqual(findUndeclared('test/widget/a.test.ts', ['chai', 'lit', 'cf-ai-chat'], packages), []);
  });

  it('may not be declared only in a neighbour folder', () => {
    assert.deepEqual(findUndeclared('widget/a.ts', ['chai', 'lit'], packages), ['chai']);
  });

  it('may be declared by its types only', () => {
    assert.deepEqual(findUndeclared('widget/a.ts', ['mocha'], packages), []);
  });
});
