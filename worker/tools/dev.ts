import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from '../../demo/build/build-all.ts';
import { ROOT } from '../../widget/build/project.ts';
import { runServer, serve } from './serve.ts';

/** Pause after the last change of a file: editors write one in several steps. */
const QUIET_MS = 80;

let timer: NodeJS.Timeout | undefined;
let building = Promise.resolve();

/** Builds again when no file has changed for a while; one build at a time. */
function scheduleBuild(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    building = building.then(buildAndReport);
  }, QUIET_MS);
}

async function buildAndReport(): Promise<void> {
  try {
    await buildAll();
    console.log('Built the widget.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
  }
}

await runServer(async () => {
  const wrangler = await serve(process.argv.slice(2));
  // Without `worker`: wrangler watches that folder itself.
  for (const folder of ['widget', 'demo']) watch(join(ROOT, folder), { recursive: true }, scheduleBuild);
  return wrangler;
});
