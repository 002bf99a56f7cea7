import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  describeImport,
  findCircles,
  findUpward,
  FLOOR_CHECKS,
  formatFloors,
  importsOf,
  readImports,
} from './floors.ts';

const HEADER = 'widget/ui/frame/header.ts';

describe('the floors of the house', () => {
  it('hold today', async () => {
    for (const check of FLOOR_CHECKS) await check.run();
  });

  it('refuse an import of a room above, and name both rooms and the import', async () => {
    const imports = await readImports('widget/ui');
    const upward = importsOf(HEADER, "import type { Panel } from '../panel/panel.ts';\n");
    assert.deepEqual(findUpward([...imports, ...upward]).map(describeImport), [
      'widget/ui/frame -> widget/ui/panel: widget/ui/frame/header.ts imports widget/ui/panel/panel.ts',
    ]);
    assert.ok(findCircles([...imports, ...upward]).some(({ from }) => from === HEADER));
  });

  it('refuse a circle of features, also one of types', () => {
    const circle = [
      ...importsOf('widget/ui/features/menu/menu.ts', "import type { A } from '../queue/queue.ts';"),
      ...importsOf('widget/ui/features/queue/queue.ts', "export { b } from '../limits/limits.ts';"),
      ...importsOf('widget/ui/features/limits/limits.ts', "void import('../menu/menu.ts');"),
    ];
    assert.equal(findCircles(circle).length, 3);
    assert.deepEqual(findCircles(circle.slice(1)), []);
    assert.deepEqual(findUpward(circle), []);
  });

  it('let a folder import the modules beside a composition that imports the folder', () => {
    const worker = [
      ...importsOf('worker/index.ts', "import { chat } from './routes/chat.ts';"),
      ...importsOf('worker/routes/chat.ts', "import type { Env } from '../env.ts';"),
    ];
    assert.deepEqual(findCircles(worker), []);
  });

  it('refuse a folder of ui that has no floor', () => {
    assert.throws(() => findUpward(importsOf('widget/ui/misc/a.ts', "import '../base/css.ts';")), /no room/);
  });

  it('are printed from the top down', async () => {
    const lines = formatFloors(await readImports('widget/ui')).split('\n');
    assert.match(lines[0] ?? '', /^widget\/ui: \d+ arrows between rooms$/);
    assert.match(lines[1] ?? '', /^ {2}panel -> asking, base, /);
    assert.equal(lines.at(-1), '  words');
  });
});
