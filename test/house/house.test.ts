import { relative } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';
import { HOUSE_CHECKS } from './checks.ts';
import { floorChecks, formatFloors, readImports } from './floors.ts';
import { generateAll } from './generated.ts';

const imports = await readImports();
console.log(formatFloors(imports));

describe('the rules for the repository', () => {
  for (const { title, run } of [...HOUSE_CHECKS, ...floorChecks(imports)])
    it(title, async () => void (await run()));
});

describe('a generated file', async () => {
  for (const { path, current, fresh } of await generateAll())
    it(`${relative(ROOT, path)} is up to date`, () => {
      if (current !== fresh) throw new Error('it is stale: run npm run docs');
    });
});
