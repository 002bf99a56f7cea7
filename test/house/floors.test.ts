import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';
import type { ICruiseResult } from 'dependency-cruiser';
import { floorChecks, formatFloors, readImports } from './floors.ts';

/** A folder, what a file in it imports, and whether the rules allow that. */
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
  ['widget/transport', '../ui/element/events.ts', 'refused'],
  ['widget/transport', 'lit', 'refused'],
  ['widget/conversation', '../protocol/chat-message.ts', 'allowed'],
  ['widget/conversation', '../transport/http-transport.ts', 'refused'],
  ['widget/conversation', '../markdown/index.ts', 'refused'],
  ['widget/conversation', '../ui/element/events.ts', 'refused'],
  ['widget/conversation', 'lit/html.js', 'refused'],
  ['widget/markdown', 'marked', 'allowed'],
  ['widget/markdown', 'dompurify', 'allowed'],
  ['widget/markdown', 'lit', 'refused'],
  ['widget/markdown', '@lit/reactive-element', 'refused'],
  ['widget/markdown', '../protocol/chat-message.ts', 'refused'],
  ['widget/markdown', '../ui/element/events.ts', 'refused'],
  ['widget/ui/base', 'lit/html.js', 'refused'],
  ['widget/ui/base', 'lit/directive.js', 'allowed'],
  ['widget/ui/features/formulas', 'temml', 'allowed'],
  ['widget/ui/base', '@lit/reactive-element', 'allowed'],
  ['widget/ui/panel', '../../conversation/conversation.ts', 'allowed'],
  ['widget/ui/panel', '../../transport/http-transport.ts', 'allowed'],
  ['widget/ui/panel', '../../markdown/index.ts', 'allowed'],
  ['widget/ui/panel', '../shell/events.ts', 'allowed'],
  ['widget/ui/panel', '../../doctor/finding.ts', 'refused'],
  ['widget/ui/panel', '../../embed/own-script.ts', 'refused'],
  ['widget/ui/panel', '../../index.ts', 'refused'],
  ['widget/ui/panel', '../../../worker/env.ts', 'refused'],
  ['widget/ui/base', 'marked', 'refused'],
  ['widget/ui/base', 'dompurify', 'refused'],
  ['widget/ui/base', 'lit/directives/unsafe-html.js', 'refused'],
  ['widget/ui/base', 'lit/static-html.js', 'refused'],
  ['widget/embed', '../ui/shell/cf-ai-chat-element.ts', 'allowed'],
  ['widget/embed', '../doctor/finding.ts', 'refused'],
  ['widget/embed', '../transport/http-transport.ts', 'refused'],
  ['widget/embed', '../conversation/state.ts', 'refused'],
  ['widget/embed', '../markdown/index.ts', 'refused'],
  ['widget/embed', 'lit', 'refused'],
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
  ['worker/routes', '../tools/serve.ts', 'refused'],
  ['widget/ui/panel', '../../build/project.ts', 'refused'],
  ['widget/cli', '../build/project.ts', 'refused'],
  ['widget', './build/project.ts', 'refused'],
  ['worker', '../widget/build/project.ts', 'refused'],
  ['widget/build', 'vite', 'allowed'],
  ['widget/build', '../../worker/env.ts', 'refused'],
  ['widget/build', '../../demo/build/build-all.ts', 'refused'],
  ['widget/build', '../../test/support/streams.ts', 'refused'],
  ['demo/build', '../../widget/build/project.ts', 'allowed'],
  ['demo/build', '../../worker/tools/knowledge/indexing/read-documents.ts', 'allowed'],
  ['demo/build', '../../worker/tools/serve.ts', 'refused'],
  ['worker/tools', '../../demo/build/build-all.ts', 'allowed'],
  ['worker/tools', '../../test/support/streams.ts', 'refused'],
];

/** Source files that break the import rules, or keep them, by path. */
const FILES: Readonly<Record<string, string>> = {
  // Imports of a folder above, by each way to import a type.
  'widget/ui/frame/import.ts': "import type { Panel } from '../panel/panel.ts';",
  'widget/ui/frame/named.ts': "import { type Panel } from '../panel/panel.ts';",
  'widget/ui/frame/export.ts': "export type { Panel } from '../panel/panel.ts';",
  'widget/ui/frame/typeof.ts': "export type Made = typeof import('../panel/panel.ts');",
  'widget/ui/frame/lazy.ts': "export const load = () => import('../panel/panel.ts');",
  'widget/ui/panel/panel.ts': "import type { Base } from '../base/css.ts';",
  'widget/ui/base/css.ts': '',
  // Circles of files: by values, by types, of three files.
  'widget/protocol/ring-a.ts': "import { b } from './ring-b.ts';\nexport const a = () => b;",
  'widget/protocol/ring-b.ts': "import { a } from './ring-a.ts';\nexport const b = () => a;",
  'worker/quota/host.ts': "import type { Guest } from './guest.ts';\nexport type Host = Guest[];",
  'worker/quota/guest.ts': "import type { Host } from './host.ts';\nexport type Guest = Host[];",
  'test/one.ts': "import type { Two } from './two.ts';",
  'test/two.ts': "export type { Three } from './three.ts';",
  'test/three.ts': "export const load = () => import('./one.ts');",
  // Folders that import each other in a circle although no files do: three features, then a folder and its
  // subfolder.
  'widget/ui/features/menu/menu.ts': "import type { A } from '../queue/a.ts';",
  'widget/ui/features/queue/a.ts': '',
  'widget/ui/features/queue/queue.ts': "export { b } from '../limits/b.ts';",
  'widget/ui/features/limits/b.ts': '',
  'widget/ui/features/limits/limits.ts': "void import('../menu/c.ts');",
  'widget/ui/features/menu/c.ts': '',
  'worker/turn/turn.ts': "import type { Step } from './steps/step.ts';",
  'worker/turn/steps/step.ts': '',
  'worker/turn/steps/other.ts': "import type { Facts } from '../facts.ts';",
  'worker/turn/facts.ts': '',
  // No circle: a composition file imports the folders whose modules import the files beside it.
  'worker/index.ts': "import { chat } from './routes/chat.ts';",
  'worker/routes/chat.ts': "import type { Env } from '../env.ts';",
  'worker/env.ts': '',
  // A folder that is not in the list of floors.
  'widget/ui/misc/above.ts': "import '../base/css.ts';",
  'widget/ui/panel/below.ts': "import '../misc/below.ts';",
  'widget/ui/misc/below.ts': '',
};

describe('the import rules between folders', () => {
  let root = '';
  let imports: ICruiseResult;
  let refused: readonly string[];

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-floors-'));
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    const files = new Map<string, string>();
    for (const [index, [folder, source]] of ARROWS.entries()) {
      if (source.startsWith('.')) files.set(join(folder, source), '');
      files.set(arrowFile(folder, index), `import { thing } from '${source}';\nexport const used = thing;`);
    }
    for (const [path, source] of [...files, ...Object.entries(FILES)]) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), source);
    }
    imports = await readImports(root);
    refused = linesOf(imports);
  });

  after(() => rm(root, { recursive: true, force: true }));

  for (const [index, [folder, source, verdict]] of ARROWS.entries()) {
    it(`${folder}/ importing ${source} is ${verdict}`, () => {
      const target = source.startsWith('.') ? join(folder, source) : `node_modules/${source.split('/')[0]}`;
      const lines = refused.filter((line) => line.startsWith(`${arrowFile(folder, index)} imports `));
      assert.equal(lines.length === 0 ? 'allowed' : 'refused', verdict);
      assert.ok(
        lines.every((line) => line.includes(target)),
        lines.join('\n'),
      );
    });
  }

  for (const way of ['import', 'named', 'export', 'typeof', 'lazy']) {
    it(`refuse an import from a folder above, and name both files: ${way}`, () => {
      const [from, to] = [`widget/ui/frame/${way}.ts`, 'widget/ui/panel/panel.ts'];
      assert.ok(refused.includes(`${from} imports ${to}: frame imports only from rooms below it`));
    });
  }

  it('refuse circles of files, also of types alone', () => {
    assert.deepEqual(linesWith('no circle of files'), [
      'test/one.ts imports test/two.ts, which imports test/three.ts, which imports test/one.ts: no circle of files',
      'widget/protocol/ring-a.ts imports widget/protocol/ring-b.ts, which imports widget/protocol/ring-a.ts: no circle of files',
      'worker/quota/guest.ts imports worker/quota/host.ts, which imports worker/quota/guest.ts: no circle of files',
    ]);
  });

  it('refuse circles of folders, also where their files form no circle', () => {
    assert.deepEqual(linesWith('widget/ui/features'), [
      'widget/ui/features/limits -> widget/ui/features/menu: widget/ui/features/limits/limits.ts imports widget/ui/features/menu/c.ts',
      'widget/ui/features/menu -> widget/ui/features/queue: widget/ui/features/menu/menu.ts imports widget/ui/features/queue/a.ts',
      'widget/ui/features/queue -> widget/ui/features/limits: widget/ui/features/queue/queue.ts imports widget/ui/features/limits/b.ts',
    ]);
    assert.deepEqual(linesWith('worker/turn'), [
      'worker/turn -> worker/turn/steps: worker/turn/turn.ts imports worker/turn/steps/step.ts',
      'worker/turn/steps -> worker/turn: worker/turn/steps/other.ts imports worker/turn/facts.ts',
    ]);
  });

  it('let a folder import modules beside a composition file that imports the folder', () => {
    assert.deepEqual(linesWith('worker/routes/chat.ts'), []);
  });

  it('refuse a folder of ui that is not in the list of floors, and imports of it', () => {
    assert.deepEqual(linesWith('misc'), [
      'widget/ui/misc/above.ts imports widget/ui/base/css.ts: every folder of widget/ui has a floor',
      'widget/ui/panel/below.ts imports widget/ui/misc/below.ts: every folder of widget/ui has a floor',
    ]);
  });

  it('are printed from the top floor down', () => {
    const lines = formatFloors(imports).split('\n');
    assert.match(lines[0] ?? '', /^widget\/ui: \d+ arrows between rooms$/);
    assert.match(lines[1] ?? '', /^ {2}panel -> base/);
    assert.equal(lines.at(-1), '  base');
  });

  function linesWith(text: string): readonly string[] {
    return refused.filter((line) => line.includes(text)).toSorted();
  }
});

function arrowFile(folder: string, index: number): string {
  return `${folder}/arrow-${index}.ts`;
}

/** The problems that the checks report, line by line. */
function linesOf(result: ICruiseResult): readonly string[] {
  return floorChecks(result).flatMap((check) => {
    try {
      check.run();
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  });
}
