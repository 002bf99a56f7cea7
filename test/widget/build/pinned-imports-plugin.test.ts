import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markImports, pinImports } from '../../../widget/build/pinned-imports-plugin.ts';

const PINNING_MODULE = '/widget/embed/import-pinned.ts';

describe('an import of a chunk', () => {
  it('is put into a call, as often as it stands there', () => {
    const marked = markImports(`a(import('./a.ts')); b(() => import("./b.ts"))`, PINNING_MODULE);
    const name = /^import \{ importPinned as (\w+) \} from "\/widget\/embed\/import-pinned\.ts";\n/.exec(
      marked,
    )?.[1];
    assert.ok(name);
    assert.ok(
      marked.endsWith(`a(${name}(() => import('./a.ts'))); b(() => ${name}(() => import("./b.ts")))`),
    );
  });

  it('is put into a call where it names a package, too', () => {
    assert.match(
      markImports("a(import('package/mode'))", PINNING_MODULE),
      /\(\(\) => import\('package\/mode'\)\)\)$/,
    );
  });

  it('is left alone where its address is made at run time', () => {
    const code = 'import(/* @vite-ignore */ href)';
    assert.equal(markImports(code, PINNING_MODULE), code);
  });

  it('becomes the name and the hash of the file', () => {
    const pinned = pinImports('f(()=>import(`./de-12345678.js`))', (file) => `sha256-of-${file}`);
    assert.equal(pinned, 'f(`de-12345678.js`,`sha256-of-de-12345678.js`)');
  });

  it('breaks the build when it is left without a hash', () => {
    assert.throws(() => pinImports('async()=>{await import(`./de-12345678.js`)}', String), /is not pinned/);
  });
});
