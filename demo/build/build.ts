import { formatSizes, measureWidget } from '../../widget/build/sizes.ts';
import { buildAll } from './build-all.ts';

const start = performance.now();
try {
  await buildAll();
  console.log(formatSizes(await measureWidget()));
  console.log(`Built dist/ in ${((performance.now() - start) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
