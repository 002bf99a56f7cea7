import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { transform } from 'lightningcss';
import { CACHE, DIST, MANIFEST, ROOT, VERSION } from '../../../../widget/build/project.ts';
import type { Manifest } from '../../../../widget/build/published-manifest.ts';
import { runCommand } from '../../../../widget/build/run-command.ts';
import { CONTRIBUTOR_DOCUMENTS } from '../../../support/contributor-documents.ts';
import { DOCUMENTS, readCodeBlocks, usedLanguages } from '../../../support/code-blocks.ts';
import { WORKER_SETTINGS } from '../../../support/worker-settings.ts';

const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const { modules } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Manifest;
const element = modules
  .flatMap(({ declarations }) => declarations ?? [])
  .find(({ tagName }) => tagName === 'cf-ai-chat');

/** Programs that every machine with Node and git has. */
const PROGRAMS = new Set(['npm', 'npx', 'git', 'cd', 'node', 'curl', 'openssl']);

/** What the Worker can be told. */
const VARIABLES: ReadonlySet<string | undefined> = new Set(WORKER_SETTINGS.map(({ name }) => name));

/** Pages are not strict: `querySelector` finds what it is asked for. */
const COMPILER = {
  compilerOptions: {
    target: 'ESNext',
    module: 'NodeNext',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    allowJs: true,
    checkJs: true,
    noEmit: true,
    strict: false,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: {
      'cf-ai-chat': [join(DIST, 'index.d.ts')],
      'cf-ai-chat/markdown.js': [join(DIST, 'markdown.d.ts')],
    },
  },
  include: ['*.js', join(DIST, 'index.d.ts'), join(DIST, 'cf-ai-chat.d.ts')],
};

describe('the code in README and the documentation', () => {
  it('is in languages that are checked, or is text', () => {
    // `html` and `js` are run in a browser: test/e2e/documentation.test.ts. An `answer` is drawn when its page is made.
    const checked = ['html', 'js', 'css', 'json', 'jsonc', 'sh', 'text', 'answer'];
    assert.deepEqual(
      [...usedLanguages()].toSorted(),
      checked.filter((name) => usedLanguages().has(name)).toSorted(),
    );
  });

  for (const { name, code, notRun } of readCodeBlocks('sh')) {
    it(`calls programs and scripts that there are: ${name}`, () => {
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
      it(`sets variables that there are: ${name}`, () =>
        assert.deepEqual(
          names.filter((variable) => !VARIABLES.has(variable)),
          [],
        ));
  }

  for (const document of [...DOCUMENTS, ...CONTRIBUTOR_DOCUMENTS, 'SECURITY.md', 'demo/index.html']) {
    it(`names scripts and variables that there are in its text: ${document}`, async () => {
      const text = await readFile(join(ROOT, document), 'utf8');
      for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g))
        assert.ok(script in scripts, `there is no npm run ${script}`);
      for (const [, variable] of text.matchAll(/--var ([A-Z_]+):/g))
        assert.ok(VARIABLES.has(variable) || variable === 'NAME', variable);
    });
  }

  it('is JavaScript that knows the events, methods and types of the package, those in callbacks too', async () => {
    const folder = await mkdtemp(join(CACHE, 'code-blocks-'));
    try {
      const blocks = readCodeBlocks('js').filter(({ notRun }) => notRun === undefined);
      await Promise.all(
        blocks.map(({ name, code }) =>
          writeFile(join(folder, `${name.replaceAll(/\W+/g, '-')}.js`), `${code}\nexport {};\n`),
        ),
      );
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
      const { code, output } = await runCommand('tsc', ['-p', folder]);
      assert.equal(code, 0, output);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  for (const { name, code } of readCodeBlocks('css')) {
    it(`is a style sheet with parts and properties that there are: ${name}`, () => {
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
    it(`is JSON: ${name}`, () => assert.doesNotThrow(() => void JSON.parse(code)));
  }
});
