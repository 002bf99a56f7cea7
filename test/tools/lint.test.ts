import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { testProgram } from './suites.ts';

const RESTRICTED_IMPORT = 'eslint(no-restricted-imports)';
const RESTRICTED_PROPERTY = 'eslint(no-restricted-properties)';

/** A file in a folder, what it imports, and whether the arrows allow that. */
const ARROWS: readonly (readonly [file: string, source: string, verdict: 'allowed' | 'refused'])[] = [
  ['widget/protocol', './limits.ts', 'allowed'],
  ['widget/protocol/dialects', '../chat-event.ts', 'allowed'],
  ['widget/protocol', '../transport/http-transport.ts', 'refused'],
  ['widget/protocol', '../conversation/state.ts', 'refused'],
  ['widget/protocol/dialects', '../../markdown/index.ts', 'refused'],
  ['widget/protocol', '../../worker/env.ts', 'refused'],
  ['widget/protocol', 'valibot', 'refused'],
  ['widget/transport', '../protocol/transport.ts', 'allowed'],
  ['widget/transport', 'eventsource-parser', 'allowed'],
  ['widget/transport', '../conversation/state.ts', 'refused'],
  ['widget/transport', '../ui/events.ts', 'refused'],
  ['widget/transport', 'lit', 'refused'],
  ['widget/conversation', '../protocol/chat-message.ts', 'allowed'],
  ['widget/conversation', '../transport/http-transport.ts', 'refused'],
  ['widget/conversation', '../markdown/index.ts', 'refused'],
  ['widget/conversation', '../ui/events.ts', 'refused'],
  ['widget/conversation', 'lit/html.js', 'refused'],
  ['widget/markdown', 'marked', 'allowed'],
  ['widget/markdown', 'dompurify', 'allowed'],
  ['widget/markdown', 'lit', 'refused'],
  ['widget/markdown', '@lit/reactive-element', 'refused'],
  ['widget/markdown', '../protocol/chat-message.ts', 'refused'],
  ['widget/markdown', '../ui/events.ts', 'refused'],
  ['widget/ui', 'lit/html.js', 'refused'],
  ['widget/ui', 'lit/directive.js', 'allowed'],
  ['widget/ui', '@lit/reactive-element', 'allowed'],
  ['widget/ui/panel', '../../conversation/conversation.ts', 'allowed'],
  ['widget/ui/panel', '../../transport/http-transport.ts', 'allowed'],
  ['widget/ui/panel', '../../markdown/index.ts', 'allowed'],
  ['widget/ui/panel', '../shell/events.ts', 'allowed'],
  ['widget/ui/panel', '../../doctor/finding.ts', 'refused'],
  ['widget/ui', '../embed/own-script.ts', 'refused'],
  ['widget/ui', '../index.ts', 'refused'],
  ['widget/ui/panel', '../../../worker/env.ts', 'refused'],
  ['widget/ui', 'marked', 'refused'],
  ['widget/ui', 'dompurify', 'refused'],
  ['widget/ui', 'lit/directives/unsafe-html.js', 'refused'],
  ['widget/ui', 'lit/static-html.js', 'refused'],
  ['widget/embed', '../ui/shell/cf-ai-chat-element.ts', 'allowed'],
  ['widget/embed', '../doctor/finding.ts', 'refused'],
  ['widget/embed', '../transport/http-transport.ts', 'refused'],
  ['widget/embed', '../conversation/state.ts', 'refused'],
  ['widget/embed', '../markdown/index.ts', 'refused'],
  ['widget', './ui/shell/cf-ai-chat-element.ts', 'allowed'],
  ['widget/doctor', '../transport/read-bytes.ts', 'allowed'],
  ['widget/doctor/page', '../../ui/shell/launcher.ts', 'allowed'],
  ['widget/doctor', '../embed/own-script.ts', 'refused'],
  ['widget/doctor', '../cli/read-page.ts', 'refused'],
  ['widget/doctor', 'lit', 'refused'],
  ['widget', '../worker/env.ts', 'refused'],
  ['widget', 'lit', 'refused'],
  ['worker', '../widget/protocol/limits.ts', 'allowed'],
  ['worker/routes', '../../widget/protocol/chat-error.ts', 'allowed'],
  ['worker', 'hono', 'allowed'],
  ['worker', '../widget/transport/framing.ts', 'refused'],
  ['worker/routes', '../../widget/conversation/state.ts', 'refused'],
  ['worker/model', '../../widget/index.ts', 'refused'],
  ['worker', '../test/support/streams.ts', 'refused'],
  ['worker', 'lit', 'refused'],
  ['widget/ui', '../build/project.ts', 'refused'],
  ['widget/cli', '../build/project.ts', 'refused'],
  ['widget', './build/project.ts', 'refused'],
  ['worker', '../widget/build/project.ts', 'refused'],
  ['widget/build', 'vite', 'allowed'],
  ['widget/build', '../../demo/build/build-all.ts', 'refused'],
  ['widget/build', '../../test/support/streams.ts', 'refused'],
  ['demo/build', '../../widget/build/project.ts', 'allowed'],
  ['demo/build', '../../worker/knowledge/indexing/read-documents.ts', 'allowed'],
  ['demo/build', '../../worker/tools/serve.ts', 'refused'],
  ['worker/tools', '../../demo/build/build-all.ts', 'allowed'],
  ['worker/tools', '../../test/support/streams.ts', 'refused'],
];

const SINKS = [
  'element.innerHTML = text;',
  'element.outerHTML = text;',
  "element.insertAdjacentHTML('beforeend', text);",
  'document.createRange().createContextualFragment(text);',
  'element.setHTMLUnsafe(text);',
  "new DOMParser().parseFromString(text, 'text/html');",
  'document.write(text);',
];

describe('the lint rules of the house', () => {
  let root = '';
  let codes: ReadonlyMap<string, ReadonlySet<string>>;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-lint-'));
    await cp(join(ROOT, '.oxlintrc.json'), join(root, '.oxlintrc.json'));
    const files = new Map<string, string>([
      ['widget/ui/ring-a.ts', `import { b } from './ring-b.ts';\nexport const a = (): unknown => b;\n`],
      ['widget/ui/ring-b.ts', `import { a } from './ring-a.ts';\nexport const b = (): unknown => a;\n`],
    ]);
    for (const [index, [folder, source]] of ARROWS.entries()) {
      files.set(arrowFile(folder, index), `import { thing } from '${source}';\nexport const used = thing;\n`);
    }
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

  for (const [index, [folder, source, verdict]] of ARROWS.entries()) {
    it(`${folder}/ importing ${source} is ${verdict}`, () => {
      const isRefused = codes.get(arrowFile(folder, index))?.has(RESTRICTED_IMPORT) ?? false;
      assert.equal(isRefused ? 'refused' : 'allowed', verdict);
    });
  }

  for (const [index, statement] of SINKS.entries()) {
    it(`refuses ${statement} outside markdown/`, () => {
      assert.ok(codes.get(sinkFile('widget/ui', index))?.has(RESTRICTED_PROPERTY));
      assert.ok(!codes.get(sinkFile('widget/markdown', index))?.has(RESTRICTED_PROPERTY));
    });
  }

  it('refuses a cycle', () => {
    assert.ok(codes.get('widget/ui/ring-a.ts')?.has('import(no-cycle)'));
  });
});

function arrowFile(folder: string, index: number): string {
  return `${folder}/arrow-${index}.ts`;
}

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
