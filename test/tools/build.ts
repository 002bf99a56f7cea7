import { buildAll } from './build/build-all.ts';
import { formatSizes, measureSizes } from './sizes.ts';

const start = performance.now();
try {
  await buildAll();
  console.log(formatSizes(await measureSizes()));
  console.log(`Built dist/ in ${((performance.now() - start) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
