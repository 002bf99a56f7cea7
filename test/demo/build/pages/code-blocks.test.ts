import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transform } from 'lightningcss';
import { MANIFEST, ROOT, VERSION } from '../../../../widget/build/project.ts';
import type { Manifest } from '../../../../widget/build/published-manifest.ts';
import { CONTRIBUTOR_DOCUMENTS } from '../../../support/contributor-documents.ts';
import { blocksOf, DOCUMENTS, readCodeBlocks, usedLanguages } from '../../../support/code-blocks.ts';
import { findTypeErrors } from '../../../support/find-type-errors.ts';
import { WORKER_SETTINGS } from '../../../support/worker-settings.ts';

const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const { modules } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
const element = modules
  .flatMap(({ declarations }) => declarations ?? [])
  .find(({ tagName }) => tagName === 'cf-ai-chat');

/** Programs on every machine with Node and git. */
const PROGRAMS = new Set(['npm', 'npx', 'git', 'cd', 'node', 'curl', 'openssl']);

/** The variables that the Worker reads. */
const VARIABLES: ReadonlySet<string | undefined> = new Set(WORKER_SETTINGS.map(({ name }) => name));

describe('the code in README and the documentation', () => {
  it('is in languages that are checked, or is plain text', () => {
    // `html` and `js` run in a browser, see test/e2e/documentation.test.ts. An `answer` is drawn when its page
    // is built.
    const checked = ['html', 'js', 'ts', 'tsx', 'css', 'json', 'jsonc', 'sh', 'text', 'answer'];
    assert.deepEqual(
      [...usedLanguages()].toSorted(),
      checked.filter((name) => usedLanguages().has(name)).toSorted(),
    );
  });

  for (const { name, code, notRun } of readCodeBlocks('sh')) {
    it(`calls only existing programs and scripts: ${name}`, () => {
      const commands = code
        .replaceAll('\\\n', ' ')
        .split(/\n|&&|\|/)
        .map((line) => line.replace(/\s#.*$/, '').trim());
      for (const command of commands.filter((line) => line !== '')) {
        const [program = '', first = '', second = ''] = command.split(/\s+/);
        assert.ok(PROGRAMS.has(program) || notRun !== undefined, `${program} is not marked as "not run"`);
        const script = first === 'run' ? second : first;
        const isOwn = ['install', 'pack', 'start', 'test'].includes(script) || script in scripts;
        if (program === 'npm') assert.ok(isOwn, `there is no npm run ${script}`);
      }
      for (const [, version] of code.matchAll(/cf-ai-chat-(\d\S*)\.tgz/g)) assert.equal(version, VERSION);
    });
  }

  for (const { name, code, notRun } of readCodeBlocks('sh', 'jsonc')) {
    const names = [...code.matchAll(/--var ([A-Z_]+)|"([A-Z_]+)":/g)].map(
      ([, first, second]) => first ?? second,
    );
    if (names.length > 0 && notRun === undefined)
      it(`sets only existing variables: ${name}`, () =>
        assert.deepEqual(
          names.filter((variable) => !VARIABLES.has(variable)),
          [],
        ));
  }

  for (const document of [...DOCUMENTS, ...CONTRIBUTOR_DOCUMENTS, 'SECURITY.md', 'demo/index.html']) {
    it(`names only existing scripts and variables in its text: ${document}`, async () => {
      const text = await readFile(join(ROOT, document), 'utf8');
      for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g))
        assert.ok(script in scripts, `there is no npm run ${script}`);
      for (const [, variable] of text.matchAll(/--var ([A-Z_]+):/g))
        assert.ok(VARIABLES.has(variable) || variable === 'NAME', variable);
    });
  }

  it('is checked against the events, methods and types of the package, also inside of callbacks', async () => {
    const readmes = CONTRIBUTOR_DOCUMENTS.flatMap((path) =>
      blocksOf(path, readFileSync(join(ROOT, path), 'utf8')),
    ).filter(({ language }) => /^(?:js|ts|html)$/.test(language));
    assert.equal(await findTypeErrors([...readCodeBlocks('js', 'ts', 'tsx', 'html'), ...readmes]), '');
  });

  it('is refused, with its page and line, where it names something that does not exist', async () => {
    const page = [
      'Text',
      '```js',
      "document.querySelector('cf-ai-chat').sendd('Hello');",
      '```',
      '```html',
      '<p>Text</p>',
      '<script>',
      "  document.addEventListener('cf-ai-chat-error', (event) => console.log(event.cod));",
      '</script>',
      '```',
    ];
    const errors = await findTypeErrors(blocksOf('demo/docs/page.md', page.join('\n')));
    const begins = errors
      .trim()
      .split('\n')
      .map((line) => line.replace(/' does not exist on .*/, ''));
    assert.deepEqual(begins.toSorted(), [
      "demo/docs/page.md:3:38 - error TS2551: Property 'sendd",
      "demo/docs/page.md:8:78 - error TS2551: Property 'cod",
    ]);
  });

  for (const { name, code } of readCodeBlocks('css')) {
    it(`is a style sheet with existing parts and properties: ${name}`, () => {
      transform({ filename: 'page.css', code: Buffer.from(code), errorRecovery: false });
      const known = (items: readonly { readonly name?: string }[] = []): Set<string | undefined> =>
        new Set(items.map((item) => item.name));
      const properties = known(element?.cssProperties);
      for (const [property] of code.matchAll(/--cf-ai-chat-[\w-]+/g))
        assert.ok(properties.has(property), property);
      const parts = known(element?.cssParts);
      for (const [, part = ''] of code.matchAll(/::part\(([^)]+)\)/g))
        assert.ok(parts.has(part) || parts.has(part.replace(/--\w+$/, '')), part);
    });
  }

  for (const { name, code } of readCodeBlocks('json', 'jsonc')) {
    it(`is valid JSON: ${name}`, () => assert.doesNotThrow(() => void JSON.parse(code)));
  }
});
