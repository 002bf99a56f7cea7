import { relative } from 'node:path';
import { describe, it } from 'node:test';
import { generateDocs } from '../../demo/build/generate-docs.ts';
import { ROOT } from '../../widget/build/project.ts';
import { HOUSE_CHECKS } from '../tools/house.ts';

describe('the house', () => {
  for (const { title, run } of HOUSE_CHECKS) it(title, async () => void (await run()));
});

describe('what is generated', async () => {
  for (const { path, current, fresh } of await generateDocs())
    it(`${relative(ROOT, path)} is fresh`, () => {
      if (current !== fresh) throw new Error('it is stale: run npm run docs');
    });
});
