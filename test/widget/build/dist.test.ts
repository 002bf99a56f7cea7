import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DIST, ROOT, VERSION } from '../../../widget/build/project.ts';
import { runCommand, toolEnvironment } from '../../../widget/build/run-command.ts';
import { listFiles } from '../../../widget/build/folders.ts';
import { strings as german } from '../../../widget/ui/strings/de.ts';
import { chunkFile } from '../../../widget/embed/chunk-file.ts';
import type { Manifest } from '../../../widget/build/published-manifest.ts';
import { integrityOf, type Integrity } from '../../../widget/build/write-integrity.ts';

/** How a chunk begins that has no imports of its own: it is a function that gets the panel's exports. */
const FUNCTION_CHUNK = /^export default\(\{/;

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(join(DIST, path), 'utf8')) as T;
}

describe('the build', () => {
  it('writes an integrity hash for every file, and each hash matches the content', async () => {
    const { version, url, files } = await readJson<Integrity>('integrity.json');
    const paths = (await listFiles(DIST)).filter((path) => !path.startsWith('site/'));
    assert.deepEqual(
      Object.keys(files).toSorted(),
      paths.filter((path) => path !== 'integrity.json').toSorted(),
    );
    for (const [path, hash] of Object.entries(files)) {
      assert.equal(integrityOf(await readFile(join(DIST, path))), hash);
    }
    assert.equal(version, VERSION);
    assert.ok(existsSync(join(DIST, 'site', url)));
  });

  it('puts the whole release, the script and the demo into the folder of the site', async () => {
    const release = (await listFiles(DIST)).filter((path) => !path.startsWith('site/')).toSorted();
    assert.deepEqual((await listFiles(join(DIST, 'site/v', VERSION))).toSorted(), release);
    for (const path of ['cf-ai-chat.js', 'index.html', '_headers']) {
      assert.ok(existsSync(join(DIST, 'site', path)), path);
    }
  });

  it('makes Lit use the one Trusted Types policy of the chat, in the script-tag file and in the modules', async () => {
    const scripts = (await listFiles(DIST)).filter(
      (path) => path.endsWith('.js') && !path.startsWith('site/'),
    );
    const isScriptForm = (path: string): boolean => path.includes('script-panel') || path === 'cf-ai-chat.js';
    for (const form of [scripts.filter(isScriptForm), scripts.filter((path) => !isScriptForm(path))]) {
      const codes = await Promise.all(form.map((path) => readFile(join(DIST, path), 'utf8')));
      const policies = codes.flatMap((code) => [...code.matchAll(/createPolicy\(\s*([`'"][^`'"]*[`'"])/g)]);
      assert.deepEqual(
        policies.map((match) => match[1]?.slice(1, -1)),
        ['cf-ai-chat'],
        form.join(),
      );
    }
  });

  it('starts the script-tag file and the panel with the comment that makes V8 compile them while they load', async () => {
    const chunks = await listFiles(join(DIST, 'chunks'));
    const panel = chunks.find((path) => path.startsWith('script-panel-')) ?? '';
    for (const path of ['cf-ai-chat.js', join('chunks', panel)])
      assert.match(await readFile(join(DIST, path), 'utf8'), /^\/\/# allFunctionsCalledOnLoad\n/);
  });

  it('names the hash of every chunk that a script tag loads', async () => {
    const chunks = (await listFiles(join(DIST, 'chunks'))).filter((path) => path.endsWith('.js'));
    const codes = await Promise.all(chunks.map((path) => readFile(join(DIST, 'chunks', path), 'utf8')));
    const functions = chunks.filter((_, index) => FUNCTION_CHUNK.test(codes[index] ?? ''));
    const panel = chunks.find((path) => path.startsWith('script-panel-')) ?? '';
    const checked = await checkPinsFrom(panel);
    assert.deepEqual([...checked].toSorted(), functions.toSorted());
    const names = namesOf([...checked]);
    for (const name of ['sources', 'history', 'ja', 'python']) assert.ok(names.includes(name), name);
  });

  it('lets module chunks import module chunks: a German chat from the package has German strings', async () => {
    const loaded = await listLoaded('index.js');
    assert.ok(loaded.some((file) => file.startsWith('chunks/de-')));
    for (const file of loaded)
      assert.doesNotMatch(await readFile(join(DIST, file), 'utf8'), FUNCTION_CHUNK, file);
  });

  it('loads, with the page, only the name of the launcher in each language and no other string', async () => {
    for (const file of ['cf-ai-chat.js', 'element.js']) {
      const code = (await readWithImports(file)).join('\n');
      assert.ok(code.includes(german.openChat), file);
      // Shorter strings also occur in code.
      for (const text of textsOf(german).filter((found) => found.length > 8 && found !== german.openChat))
        assert.ok(!code.includes(text), `${file}: ${text}`);
    }
    const launcher = await readFile(join(DIST, 'launcher.js'), 'utf8');
    assert.ok(launcher.includes(german.loadFailed));
    assert.ok(!launcher.includes(german.greeting));
  });

  it('has all strings of a language in the chunk of that language', async () => {
    const chunks = (await listFiles(join(DIST, 'chunks'))).filter((path) => path.startsWith('de-'));
    const codes = await Promise.all(chunks.map((path) => readFile(join(DIST, 'chunks', path), 'utf8')));
    // Each language has two chunks: one for script tags, one for modules.
    assert.equal(codes.length, 2);
    for (const code of codes) for (const text of textsOf(german)) assert.ok(code.includes(text), text);
  });

  it('loads neither templates nor the sanitizer with the element module', async () => {
    const codes = await readWithImports('element.js');
    assert.ok(codes.length > 1);
    assert.equal(
      codes.some((code) => /litHtmlVersions|isValidAttribute/.test(code)),
      false,
    );
    // The renderer does not load the sanitizer either, until an answer has a block of HTML.
    const renderer = await readWithImports('markdown.js');
    assert.deepEqual(
      [/litHtmlVersions/, /isValidAttribute/].map((mark) => renderer.some((code) => mark.test(code))),
      [true, false],
    );
  });

  it("leaves out the warnings of Lit's development build", async () => {
    const scripts = (await listFiles(DIST)).filter((path) => path.endsWith('.js'));
    for (const path of scripts) {
      assert.doesNotMatch(await readFile(join(DIST, path), 'utf8'), /Lit is in dev mode|issueWarning/);
    }
  });

  it('carries the licences of the packages that are bundled', async () => {
    const licenses = await readFile(join(DIST, 'THIRD-PARTY-LICENSES.md'), 'utf8');
    const packages = ['lit-html', '@lit/reactive-element', 'marked', 'dompurify', 'eventsource-parser'];
    for (const name of [...packages, 'color-name', 'parse5', 'entities']) {
      assert.ok(licenses.includes(`\n## ${name} - `), name);
    }
  });

  it('lists the element in the manifest without its private members', async () => {
    const { modules } = await readJson<Manifest>('custom-elements.json');
    const declarations = modules.flatMap((module) => module.declarations ?? []);
    const element = declarations.find(({ tagName }) => tagName === 'cf-ai-chat');
    const names = element?.members?.map(({ name }) => name) ?? [];
    assert.ok(names.includes('endpoint') && names.includes('send'));
    assert.deepEqual(
      names.filter((name) => name.startsWith('#')),
      [],
    );
    assert.ok(element?.attributes?.some(({ name }) => name === 'endpoint'));
    assert.ok(element?.events?.every(({ name }) => name?.startsWith('cf-ai-chat-')));
  });

  it('describes the class of every event in the manifest', async () => {
    const { modules } = await readJson<Manifest>('custom-elements.json');
    const declarations = modules.flatMap((module) => module.declarations ?? []);
    const events = declarations.flatMap(({ events: own = [] }) => own);
    const classes = new Map(declarations.map(({ name, members = [] }) => [name, members]));
    const missing = events.filter(({ type }) => !classes.has(type?.text ?? ''));
    assert.deepEqual(missing, []);
    const fields = classes.get('CfAiChatFeedbackEvent')?.map(({ name }) => name);
    assert.deepEqual(fields, ['message', 'rating', 'comment']);
  });
});

describe('the type declarations', () => {
  let folder = '';

  before(async () => {
    // A folder outside of this repository, so that TypeScript cannot find this project's node_modules.
    folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-consumer-'));
    const installed = join(folder, 'node_modules/cf-ai-chat');
    await mkdir(installed, { recursive: true });
    await cp(DIST, join(installed, 'dist'), {
      recursive: true,
      filter: (source) => source !== join(DIST, 'site'),
    });
    await cp(join(ROOT, 'package.json'), join(installed, 'package.json'));
    const compilerOptions = {
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      types: [],
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });

  after(() => rm(folder, { recursive: true, force: true }));

  async function compile(code: string): Promise<string> {
    await writeFile(join(folder, 'consumer.ts'), code);
    return (await runCommand('tsc', ['-p', folder], { cwd: folder })).output;
  }

  it('compile in a strict program that has neither Lit nor any other package installed', async () => {
    const output = await compile(`
      import 'cf-ai-chat';
      import type { CfAiChatResponseEndEvent } from 'cf-ai-chat';
      import { CfAiChatElement } from 'cf-ai-chat/element.js';
      import { MarkdownStream, renderMarkdown } from 'cf-ai-chat/markdown.js';

      const chat: CfAiChatElement = document.createElement('cf-ai-chat');
      chat.endpoint = 'https://chat.example/api/chat';
      chat.mode = 'inline';
      chat.headers = async () => ({ authorization: 'Bearer token' });
      chat.addEventListener('cf-ai-chat-response-end', (event: CfAiChatResponseEndEvent) => {
        const text: string = event.message.id;
        console.log(text);
      });
      const ended: Promise<void> = chat.send('Hello');
      const stream = new MarkdownStream(document.body);
      const fragment: DocumentFragment = renderMarkdown('*hello*');
      console.log(ended, stream.writable, fragment, chat.updateComplete);
    `);
    assert.equal(output, '');
  });

  it('refuse a program that uses the API wrongly', async () => {
    const output = await compile(`
      const chat = document.createElement('cf-ai-chat');
      import 'cf-ai-chat';
      chat.mode = 'sideways';
    `);
    assert.match(output, /consumer\.ts\(4,\d+\): error TS2322: Type '"sideways"' is not assignable/);
  });

  it('are packed by npm, and the site is left out', () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      env: toolEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    for (const path of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/markdown.d.ts',
      'dist/custom-elements.json',
    ]) {
      assert.ok(paths.includes(path), path);
    }
    assert.deepEqual(
      paths.filter((path) => path.startsWith('dist/site/')),
      [],
    );
  });
});

/** Every string of a language, with plural forms and the texts of errors. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : textsOf(Object(value) as object),
  );
}

/** The code of a module and of all it imports statically. */
async function readWithImports(path: string): Promise<string[]> {
  const code = await readFile(join(DIST, path), 'utf8');
  const imported = [...code.matchAll(/\b(?:from|import)"(\.[^"]+)"/g)].map(([, file = '']) => file);
  const codes = await Promise.all(imported.map((file) => readWithImports(join(dirname(path), file))));
  return [code, ...codes.flat()];
}

/** The files that a module imports, at once or when it needs them, and those that they import. */
async function listLoaded(path: string): Promise<readonly string[]> {
  const loaded = new Set([path]);
  for (const file of loaded) {
    const code = await readFile(join(DIST, file), 'utf8');
    const imported = code.matchAll(/\b(?:from|import|import\()\s*["'`](\.[^"'`]+)["'`]/g);
    for (const [, target = ''] of imported) loaded.add(join(dirname(file), target));
  }
  return [...loaded];
}

/** The chunks that a chunk imports when it needs them, each of which it must name with its hash. */
async function checkPins(chunk: string): Promise<string[]> {
  const code = await readFile(join(DIST, 'chunks', chunk), 'utf8');
  assert.doesNotMatch(code, /\bimport\([`"']/);
  const pins = [...code.matchAll(/`([\w-]+)`,`([\w+/]{43}=)`/g)];
  const files = pins.map(([, name = '', hash = '']) => ({ file: chunkFile(name, hash), hash }));
  for (const { file, hash } of files) {
    const content = await readFile(join(DIST, 'chunks', file));
    assert.equal(integrityOf(content, 'sha256'), `sha256-${hash}`, file);
    assert.match(content.subarray(0, 40).toString(), FUNCTION_CHUNK, file);
  }
  return files.map(({ file }) => file);
}

/** The files that a chunk loads by their hashes, and those that they load. */
async function checkPinsFrom(chunk: string): Promise<ReadonlySet<string>> {
  const found = new Set(await checkPins(chunk));
  for (const file of found) for (const inner of await checkPins(file)) found.add(inner);
  return found;
}

/** Names of chunks without their hashes, sorted. */
function namesOf(chunks: readonly string[]): string[] {
  return chunks.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).toSorted();
}
