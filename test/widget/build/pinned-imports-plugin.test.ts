import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exportInside,
  markImports,
  pinImports,
  type PinnedChunk,
  wrapChunk,
} from '../../../widget/build/pinned-imports-plugin.ts';

const LOADING_MODULE = '/widget/embed/panel-chunks.ts';

describe('a dynamic import of a chunk', () => {
  const pin = (file: string): PinnedChunk => ({ name: 'de', hash: `hash of ${file}` });

  it('becomes a call that checks the hash, at each place where it occurs', () => {
    const marked = markImports(`a(import('./a.ts')); b(() => import("./b.ts"))`, LOADING_MODULE);
    const name = /^import \{ loadChunk as (\w+) \} from "\/widget\/embed\/panel-chunks\.ts";\n/.exec(
      marked,
    )?.[1];
    assert.ok(name);
    assert.ok(
      marked.endsWith(`a(${name}(() => import('./a.ts'))); b(() => ${name}(() => import("./b.ts")))`),
    );
  });

  it('becomes such a call where it names a package', () => {
    assert.match(
      markImports("a(import('package/mode'))", LOADING_MODULE),
      /\(\(\) => import\('package\/mode'\)\)\)$/,
    );
  });

  it('is left unchanged where its address is computed at run time', () => {
    const code = 'import(/* @vite-ignore */ href)';
    assert.equal(markImports(code, LOADING_MODULE), code);
  });

  it('becomes the name and the hash of the chunk', () => {
    const pinned = pinImports('f(()=>import(`./de-12345678.js`))', pin);
    assert.equal(pinned, 'f(`de`,`hash of de-12345678.js`)');
  });

  it('becomes also the name of an export, where several modules share the chunk', () => {
    const pinned = pinImports('f(()=>import(`./de-12345678.js`).then(e=>e.t))', pin);
    assert.equal(pinned, 'f(`de`,`hash of de-12345678.js`,`t`)');
  });

  it('fails the build when no hash was put in', () => {
    assert.throws(() => pinImports('async()=>{await import(`./de-12345678.js`)}', pin), /is not pinned/);
  });
});

describe('a chunk of the panel', () => {
  const panel = { file: 'panel-12345678.js', names: new Map([['c', 'inside']]) };
  const wrap = (code: string): string => wrapChunk(code, panel).trim();

  it("becomes a function that gets the panel's exports", () => {
    assert.equal(
      wrap('import{a as e,b as t}from"./panel-12345678.js";var f=()=>e(t),g=1;export{f as open,g as close};'),
      'export default({a:e,b:t})=>{var f=()=>e(t),g=1;return{open:f,close:g}};',
    );
  });

  it('takes an export of the panel by its name inside', () => {
    const code = 'import{c as e}from"./panel-12345678.js";var f=e;export{f as open};';
    assert.equal(wrap(code), 'export default({inside:e})=>{var f=e;return{open:f}};');
  });

  it('needs nothing of the panel', () => {
    assert.equal(wrap('const e={};export{e as words}'), 'export default({})=>{const e={};return{words:e}};');
  });

  it('takes from the chunk that loads it what that one exports', () => {
    const loader = { file: 'formats-1.js', name: 'formats' };
    const code =
      'import{c as e}from"./formats-1.js";import{c as t}from"./panel-12345678.js";var f=e(t);export{f};';
    assert.equal(
      wrapChunk(code, panel, { loader }).trim(),
      "export default({inside:t},{'formats':{c:e}})=>{var f=e(t);return{f:f}};",
    );
  });

  it('has the helpers of the bundler in itself', () => {
    const helpers = { file: 'helpers-1.js', code: 'var e=1;export{e as t};' };
    const code = 'import{t as n}from"./helpers-1.js";import{a}from"./panel-12345678.js";var b=n(a);export{b}';
    assert.equal(
      wrapChunk(code, panel, { helpers }).trim(),
      'export default({a:a})=>{const{t:n}=(({})=>{var e=1;return{t:e}})({});var b=n(a);return{b:b}};',
    );
  });

  it('fails the build when it imports a file other than the panel', () => {
    assert.throws(() => wrap('import{a}from"./other.js";export{a}'), /nothing checks \.\/other\.js/);
  });

  it('fails the build when an export has no name', () => {
    assert.throws(() => wrap('export*from"./panel-12345678.js"'), /by (?:All|AllButDefault|None)/);
  });
});

describe('the exports of the panel', () => {
  it('have their names inside, but for the one that the loader calls', () => {
    const code = 'var a=1,b=2;export{a as $,b as createPanel};';
    assert.equal(exportInside(code, 'createPanel'), 'var a=1,b=2;export{a,b as createPanel};');
  });

  it('break the build where they are no list', () => {
    assert.throws(() => exportInside('export var a=1;export{a as b};', 'a'), /one list of exports/);
  });
});
