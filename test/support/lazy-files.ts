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

/** Every file that the script-tag file of the last build may load later, by its path in the release: `chunks/queue-12345678.js`. */
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

/** A release whose every lazy file fails the first time that a browser asks for it. */
export class FailingFiles {
  /** How often each file was asked for, by its path in the release. */
  readonly asked = new Map<string, number>();
  /** Every file is refused, as by a server that no longer has the release. */
  isGone = false;

  private constructor() {}

  /** Has the pages of a context find such a release; `fails` says which files do, by their names. */
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
