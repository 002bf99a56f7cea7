import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { rolldown } from 'rolldown';
import { ChatPage } from '../../support/chat-page.ts';
import { rowsOfRun } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { answer, startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';
import { STREAMED_ANSWER } from '../../support/streamed-answer.ts';

/** A page that has replaced built-in functions of the browser. */
interface NativesPage {
  readonly name: string;
  /** A file of the fixture's packages. */
  readonly library?: string;
  readonly script?: string;
  /** An expression that is true once the page has replaced them. */
  readonly isReplaced: string;
}

/** As in MooTools 1.4: its `Event` wraps an existing event, and takes no type. */
const MOOTOOLS_EVENT = 'window.Event = function (event) { this.isPage = event.page.x > 0; };';

/** As in Prototype 1.7.3, which adds the methods of its `Enumerable` to arrays. */
const PROTOTYPE_LISTS = `
  Array.prototype.entries = Array.prototype.toArray = function () { return [...this]; };
  Array.prototype.find = Array.prototype.detect = function (test, context) { for (let i = 0; i < this.length; i++) if (test.call(context, this[i], i)) return this[i]; };
  Array.prototype.include = Array.prototype.member = function (value) { return this.indexOf(value) !== -1; };
  Array.prototype.first = function () { return this[0]; };
  Array.prototype.last = function () { return this[this.length - 1]; };
  Array.prototype.toJSON = undefined;
  Element.prototype.select = function (selector) { return [...this.querySelectorAll(selector)]; };
  Element.prototype.remove = function () { this.parentNode.removeChild(this); return this; };
  Element.prototype.visible = Element.prototype.show = Element.prototype.hide = function () { return this; };
  Function.prototype.bind = ((bind) => function (...context) { return bind.apply(this, context); })(Function.prototype.bind);`;

const PAGES: readonly NativesPage[] = [
  {
    name: 'Prototype.js, its port without the DOM',
    library: 'prototype/lib/index.js',
    isReplaced: 'Array.isArray([1].entries()) && "".blank()',
  },
  {
    name: 'Prototype.js, its names on lists and elements',
    script: PROTOTYPE_LISTS,
    isReplaced: 'Array.isArray([1].entries())',
  },
  {
    name: 'MooTools, its part without the DOM',
    library: 'mootools/lib/mootools-core-1.5.2-server.js',
    isReplaced: '"ab".contains("a")',
  },
  {
    name: 'MooTools, its Event',
    script: MOOTOOLS_EVENT,
    isReplaced: '!("prototype" in Event && Event.NONE)',
  },
  {
    name: 'Sugar',
    library: 'sugar/dist/sugar.js',
    script: 'Sugar.extend();',
    isReplaced: '"a".first() === "a"',
  },
  {
    name: 'Sugar on all objects',
    library: 'sugar/dist/sugar.js',
    script: 'Sugar.extend({ objectPrototype: true });',
    isReplaced: '({ a: 1 }).size() === 1',
  },
  {
    name: 'a fetch whose responses have no stream',
    script: 'delete window.fetch;',
    library: 'whatwg-fetch/dist/fetch.umd.js',
    isReplaced: 'fetch.polyfill',
  },
];

/**
 * One page for each kind of built-in function: of lists and elements, of `Event`, of all objects, and `fetch`.
 * `npm run test:full` has all pages.
 */
const CORE = [
  'Prototype.js, its names on lists and elements',
  'MooTools, its Event',
  'Sugar on all objects',
  'a fetch whose responses have no stream',
];

describe('a page that replaces built-in functions', { timeout: 600_000 }, () => {
  const packages = join(installFixture('replaced-natives'), 'node_modules');
  const started = useSite(() => startLoopbackSite());
  before(() => {
    started.site.route('/api/chat', answer(STREAMED_ANSWER, { 'content-type': 'text/event-stream' }));
  });

  for (const { name, library, script = '', isReplaced } of rowsOfRun(PAGES, CORE)) {
    it(`has a chat that answers: ${name}`, async () => {
      const code = library === undefined ? '' : await readLibrary(join(packages, library));
      const scripts = library?.startsWith('whatwg') ? [script, code] : [code, script];
      started.site.route('/natives.js', answer(scripts.join('\n'), { 'content-type': 'text/javascript' }));
      started.site.page(
        '/',
        `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><body>
         <script src="/natives.js"></script><script src="/cf-ai-chat.js"></script>`,
      );
      const chat = await ChatPage.open(started.browser, started.site.url);
      assert.ok(await chat.page.evaluate(`Boolean(${isReplaced})`), 'the page has replaced nothing');
      await chat.openChat();
      for (const question of ['How do I embed it?', 'And then?']) {
        await chat.ask(question);
        await chat.floating.getByText(question).waitFor();
        await chat.reaches('ready');
        await chat.reply().getByRole('link', { name: 'Read on' }).waitFor();
      }
      assert.equal(await chat.floating.locator('.message').count(), 4);
      await chat.floating.locator('[part=sources-toggle]').nth(1).waitFor();
      assert.deepEqual(chat.problems, []);
      await chat.close();
    });
  }
});

/** A file for a `<script>`; code written for Node is bundled. */
async function readLibrary(path: string): Promise<string> {
  if (!path.includes('/prototype/')) return readFile(path, 'utf8');
  const bundle = await rolldown({ input: path, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', name: 'prototypeJs' });
  await bundle.close();
  return output[0].code;
}
