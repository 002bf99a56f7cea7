import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { DIST, VERSION } from '../../widget/build/project.ts';
import { chunkFile } from '../../widget/embed/chunk-file.ts';

const RELEASE = join(DIST, 'site/v', VERSION);

/** `"launcher.js"`, `"chunks/script-panel-12345678.js"` */
const NAMED_FILE = /["'`]((?:chunks\/)?[\w-]+\.js)["'`]/g;
/** `` `queue`,`q83v…=` `` */
const PINNED_CHUNK = /`([\w-]+)`,`([\w+/]{43}=)`/g;

/** Paths in the release of all files that the script-tag file of the last build may load later: `chunks/queue-12345678.js`. */
export async function listLazyFiles(): Promise<readonly string[]> {
  const files = new Set(['cf-ai-chat.js']);
  for (const file of files) {
    const code = await readFile(join(RELEASE, file), 'utf8');
    if (file === 'cf-ai-chat.js')
      for (const [, name = ''] of code.matchAll(NAMED_FILE)) if (name !== file) files.add(name);
    for (const [, name = '', hash = ''] of code.matchAll(PINNED_CHUNK))
      files.add(`chunks/${chunkFile(name, hash)}`);
  }
  return [...files].slice(1);
}

/** The name of a file without its folder and hash: `queue`. */
export function nameOfFile(path: string): string {
  return path.replace(/^chunks\//, '').replace(/(?:-[\w-]{8})?\.js$/, '');
}

/** A release of which every lazy file fails at its first request. */
export class FailingFiles {
  /** How often each file was requested, by its path in the release. */
  readonly asked = new Map<string, number>();
  /** From now on every request fails, as on a server without the release. */
  isGone = false;

  private constructor() {}

  /** Lets the pages of a browser context load such a release. `fails` decides by file name which files fail. */
  static async install(
    context: BrowserContext,
    fails: (name: string) => boolean = () => true,
  ): Promise<FailingFiles> {
    const files = new FailingFiles();
    await context.route(`**/v/${VERSION}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.replace(`/v/${VERSION}/`, '');
      const count = (files.asked.get(path) ?? 0) + 1;
      files.asked.set(path, count);
      const isRefused = files.isGone || (count === 1 && fails(nameOfFile(path)));
      await (isRefused ? route.fulfill({ status: files.isGone ? 404 : 503 }) : route.continue());
    });
    return files;
  }
}
