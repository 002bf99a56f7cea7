import { describe, it } from 'node:test';
import { readFigures } from '../../demo/build/figures/figures.ts';
import { checkGate, formatSizes } from '../../widget/build/sizes.ts';
import { checkShown, formatFiles, measureSizes } from './sizes.ts';

const { sizes, files } = await measureSizes();

describe('the measured sizes', () => {
  for (const size of sizes) it(size.title, () => checkGate(size));

  it('are those that README and the demo show', async () => checkShown(sizes, await readFigures('bytes')));
});

console.log(`${formatFiles(files)}\n\n${formatSizes(sizes)}`);
