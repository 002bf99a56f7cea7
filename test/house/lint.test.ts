import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { testProgram } from '../tools/suites.ts';

const RESTRICTED_PROPERTY = 'eslint(no-restricted-properties)';

const SINKS = [
  'element.innerHTML = text;',
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'document.createRange().createContextualFragment(text);',
  'element.setHTMLUnsafe(text);',
  "new DOMParser().parseFromString(text, 'text/html');",
  'document.write(text);',
];

describe('the lint rules of the repository', () => {
  let root = '';
  let codes: ReadonlyMap<string, ReadonlySet<string>>;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-lint-'));
    await cp(join(ROOT, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
    const files = new Map<string, string>();
    for (const [index, statement] of SINKS.entries()) {
      const code = `export function draw(element: HTMLElement, text: string): void {\n  ${statement}\n  void element;\n}\n`;
      files.set(sinkFile('widget/ui', index), code);
      files.set(sinkFile('widget/markdown', index), code);
    }
    for (const [path, code] of files) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), code);
    }
    codes = await lint(root);
  });

  after(() => rm(root, { recursive: true, force: true }));

  for (const [index, statement] of SINKS.entries()) {
    it(`refuse ${statement} outside of markdown/`, () => {
      assert.ok(codes.get(sinkFile('widget/ui', index))?.has(RESTRICTED_PROPERTY));
      assert.ok(!codes.get(sinkFile('widget/markdown', index))?.has(RESTRICTED_PROPERTY));
    });
  }
});

function sinkFile(folder: string, index: number): string {
  return `${folder}/sink-${index}.ts`;
}

/** The rules that each file breaks. */
async function lint(root: string): Promise<Map<string, Set<string>>> {
  const { output } = await runCommand(testProgram('oxlint'), ['--format=json'], { cwd: root });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  const codes = new Map<string, Set<string>>();
  for (const { code, filename } of diagnostics) {
    const known = codes.get(filename) ?? new Set();
    codes.set(filename, known.add(code));
  }
  return codes;
}
