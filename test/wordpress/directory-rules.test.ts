import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT, VERSION } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { listZip } from '../support/wordpress.ts';
import { NPM_WORDPRESS, wordPressFiles, wordPressRelease } from '../support/wordpress-files.ts';
import { listFiles } from '../../widget/build/folders.ts';
import { listLazyFiles } from '../support/lazy-files.ts';
import { packagePlugin, type PluginPackage } from '../../demo/build/wordpress/package-plugin.ts';
import { PLUGIN_SLUG } from '../../demo/build/wordpress/plugin-sources.ts';
import { compareReleases, readTestedRelease } from '../tools/tested-release.ts';

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly detail: string;
}

/** From this size of a script on, WordPress's plugin check warns. */
const LARGEST_SCRIPT = 300_000;

const FILE_TYPES = new Set(['.php', '.js', '.css', '.json', '.txt', '.md', '.pot']);

/** Terms of developers, which owners of sites do not understand. */
const DEVELOPER_WORDS =
  /\b(?:POST\w*|JSON|localized|attributes?|property|propert(?:y|ies)|queryId|array|turn|transcript|show\(\))\b/;

/** Names with which a plugin's slug may not begin. */
const TRADEMARKS = /^(?:wordpress|wp-|woocommerce|woo-|cloudflare|google|openai|chatgpt|gpt-)/;

const GUARD = "<?php\ndefined( 'ABSPATH' ) || exit;\n";

/** One fault for each rule of the linter. */
const FAULTS: readonly (readonly [rule: string, code: string])[] = [
  ['guard', '<?php\nfunction cf_ai_chat_a() {}'],
  ['tags', `${GUARD}?>\n<p>text</p>`],
  ['forbidden', `${GUARD}eval( 'x' );`],
  ['forbidden', `${GUARD}wp_remote_get( 'https://example.test' );`],
  ['forbidden', `${GUARD}str_contains( 'a', 'b' );`],
  ['newer', `${GUARD}function cf_ai_chat_a( $b ) { return $b?->c; }`],
  ['input', `${GUARD}function cf_ai_chat_a() { return $_GET['b']; }`],
  ['input', `${GUARD}function cf_ai_chat_a() { return wp_unslash( $_GET['b'] ); }`],
  ['domain', `${GUARD}function cf_ai_chat_a() { return __( 'Words' ); }`],
  ['domain', `${GUARD}function cf_ai_chat_a() { return __( 'Words', 'another' ); }`],
  ['words', `${GUARD}function cf_ai_chat_a( $b ) { return __( $b, '${PLUGIN_SLUG}' ); }`],
  ['escape', `${GUARD}function cf_ai_chat_a( $b ) { echo $b; }`],
  ['escape', `${GUARD}function cf_ai_chat_a( $b ) { echo '<p>' . esc_html( $b ) . $b; }`],
  ['escape', `${GUARD}function cf_ai_chat_a( $b ) { printf( '%s', $b ); }`],
  ['escape', `${GUARD}function cf_ai_chat_a( $b ) { printf( '%s', $b ? 'c' : $b ); }`],
  ['prefix', `${GUARD}function chat() {}`],
  ['prefix', `${GUARD}const CHAT = 1;`],
  ['prefix', `${GUARD}$chat = 1;`],
];

describe('the linter of the WordPress plugin', () => {
  let scratch = '';

  before(() => {
    scratch = mkdtempSync(join(tmpdir(), 'cf-ai-chat-lint-'));
  });

  after(() => rmSync(scratch, { recursive: true, force: true }));

  for (const [index, [rule, code]] of FAULTS.entries()) {
    it(`finds ${rule} in fault ${index + 1}`, () => {
      const path = join(scratch, 'fault.php');
      writeFileSync(path, code);
      assert.deepEqual([...new Set(lint([path]).map((finding) => finding.rule))], [rule]);
    });
  }
});

describe('the zip of the WordPress plugin', () => {
  let scratch = '';
  let plugin: PluginPackage;
  let files: string[] = [];

  before(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'cf-ai-chat-package-'));
    plugin = await packagePlugin(scratch);
    files = await listFiles(plugin.folder);
  });

  after(() => rmSync(scratch, { recursive: true, force: true }));

  const read = (path: string): string => readFileSync(join(plugin.folder, path), 'utf8');

  it('follows the rules for PHP', () => {
    const sources = files.filter((path) => path.endsWith('.php')).map((path) => join(plugin.folder, path));
    assert.ok(sources.length >= 8);
    assert.deepEqual(lint(sources), []);
    for (const path of sources) execFileSync('php', ['-l', path], { stdio: 'pipe' });
  });

  it("has one folder with the plugin's name, and the expected files", async () => {
    const entries = await listZip(plugin.zip);
    assert.deepEqual(entries.toSorted(), files.map((path) => `${PLUGIN_SLUG}/${path}`).toSorted());
    const own = files.filter((path) => !path.startsWith('source/'));
    const strange = own.filter((path) => !FILE_TYPES.has(extname(path)) || /(?:^|\/)\./.test(path));
    assert.deepEqual(strange, []);
    assert.deepEqual(
      files.filter((path) => /(?:^|\/)\.|\.php$/.test(path) && path.startsWith('source/')),
      [],
    );
  });

  it("has every file that the plugin's script loads later", async () => {
    const missing = (await listLazyFiles()).filter((path) => !files.includes(`widget/${path}`));
    assert.deepEqual(missing, []);
  });

  it('has every module that its sources import, and says where the sources are', () => {
    const sources = files.filter((path) => /^source\/.+\.ts$/.test(path));
    const imports = sources.flatMap((path) =>
      [...read(path).matchAll(/^(?:import|export|\}) ?.*?(?:from )?'(\.{1,2}\/[^']+\.ts)';$/gm)].map(
        ([, to = '']) => join(dirname(path), to),
      ),
    );
    assert.ok(imports.length > sources.length);
    assert.deepEqual(
      imports.filter((path) => !files.includes(path)),
      [],
    );
    assert.match(read('readme.txt'), /https:\/\/\S+\/trunk\/source\)/);
  });

  // A whole build, beside the row above.
  if (IS_FULL_RUN)
    it('has the sources from which its script is built', { timeout: 120_000 }, async () => {
      const copy = join(scratch, 'copy');
      cpSync(join(plugin.folder, 'source'), copy, { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
      const { code, output } = await runCommand('node', ['demo/build/build.ts'], { cwd: copy });
      assert.equal(code, 0, output);
      for (const path of files.filter((name) => /^widget\/.+\.js$/.test(name)))
        assert.equal(
          readFileSync(join(copy, 'dist', path.slice('widget/'.length)), 'utf8'),
          read(path),
          path,
        );
    });

  it('explains every setting in words for owners of sites', () => {
    const source = read('includes/fields.php');
    const words = [...source.matchAll(/__\( '((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text);
    assert.ok(words.length > 60, `${words.length} texts`);
    assert.deepEqual(
      words.filter((text) => DEVELOPER_WORDS.test(text)),
      [],
    );
  });

  it('has a name that nobody else uses', async () => {
    const { code, output } = await runCommand('node', ['demo/build/wordpress.ts', '--for-directory']);
    assert.equal(code, 1);
    assert.match(output, /@CONTRIBUTORS@/);
    assert.doesNotMatch(read('readme.txt'), /@|^Contributors/m);
  });

  it('claims no WordPress that it was not tested with', async (context) => {
    const release = await wordPressRelease(await wordPressFiles());
    if (release.startsWith(NPM_WORDPRESS)) return context.skip('this machine has no current WordPress');
    const claimed = await readTestedRelease();
    assert.ok(compareReleases(claimed, release) <= 0, `${claimed} is claimed, ${release} was run`);
  });

  it('has the header of a plugin', () => {
    const header = read(`${PLUGIN_SLUG}.php`);
    const field = (name: string): string | undefined =>
      new RegExp(`^ \\* ${name}: +(.+)$`, 'm').exec(header)?.[1];
    assert.equal(field('Plugin Name'), 'AI Chat for Cloudflare Workers');
    assert.equal(field('Version'), VERSION);
    assert.equal(field('Text Domain'), PLUGIN_SLUG);
    assert.equal(field('License'), 'GPL-2.0-or-later');
    assert.equal(field('Requires PHP'), '7.4');
    assert.doesNotMatch(PLUGIN_SLUG, TRADEMARKS);
  });

  it('has a readme that agrees with the header', () => {
    const readme = read('readme.txt');
    const field = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(readme)?.[1] ?? '';
    assert.equal(field('Stable tag'), VERSION);
    assert.equal(field('License'), 'GPL-2.0-or-later');
    assert.match(
      read(`${PLUGIN_SLUG}.php`),
      new RegExp(`Requires at least: ${field('Requires at least')}\n`),
    );
    assert.ok(field('Tags').split(',').length <= 5);
    const [, summary = ''] = readme.split('\n\n');
    assert.ok(summary.length > 0 && summary.length <= 150, `the summary has ${summary.length} characters`);
    for (const section of ['Description', 'Installation', 'External services', 'Changelog']) {
      assert.ok(readme.includes(`\n== ${section} ==\n`), section);
    }
  });

  it('has a template for translators with the texts of all sources', () => {
    const template = read(`languages/${PLUGIN_SLUG}.pot`);
    assert.match(read(`${PLUGIN_SLUG}.php`), /Domain Path: +\/languages\n/);
    for (const words of [
      'AI Chat for Cloudflare Workers',
      'On the whole site',
      'Heading',
      'Height in pixels',
      'The AI chat has no endpoint',
      'support',
    ]) {
      assert.ok(template.includes(`\nmsgid "${words}"\n`), words);
    }
    assert.ok(template.includes('\nmsgctxt "block keyword"\nmsgid "support"\n'));
  });

  it('has the whole script of the chat, in a small file', () => {
    const script = read('widget/cf-ai-chat.js');
    assert.ok(script.length < LARGEST_SCRIPT);
    const chunks = [...script.matchAll(/chunks\/[\w-]+\.js/g)].map(([path]) => `widget/${path}`);
    assert.ok(chunks.length > 0);
    assert.deepEqual(
      chunks.filter((path) => !files.includes(path)),
      [],
    );
  });

  it('contains no path of the machine on which it was built', () => {
    const sources = files.filter((path) => !/^(?:widget|source)\//.test(path));
    // Examples in comments of the widget's code, which the plugin's script contains, name localhost.
    for (const path of sources)
      assert.doesNotMatch(
        read(path).replaceAll(/\/\*\*[^]*?\*\//g, ''),
        /\/\/(?:localhost|127\.0\.0\.1)|\/tmp\/|@VERSION@/,
        path,
      );
  });

  it('lets the block set every attribute that an author may set', () => {
    const { attributes } = JSON.parse(read('block/block.json')) as { attributes: Record<string, unknown> };
    assert.ok('heading' in attributes && 'launcherLabel' in attributes);
    for (const name of ['endpoint', 'imageSources', 'contactUrl', 'privacyUrl', 'persist', 'requestFormat']) {
      assert.ok(!(name in attributes), name);
    }
  });
});

function lint(paths: readonly string[]): Finding[] {
  const script = join(import.meta.dirname, 'lint.php');
  return JSON.parse(execFileSync('php', [script, PLUGIN_SLUG, ...paths], { encoding: 'utf8' })) as Finding[];
}
