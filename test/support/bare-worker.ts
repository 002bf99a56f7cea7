import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../../widget/build/project.ts';

/**
 * Folders of the Worker with bindings or settings of their own. Without them the Worker can only answer
 * questions.
 */
export const FOLDERS_WITH_BINDINGS = ['attachments', 'guard', 'knowledge', 'quota', 'resume'] as const;

/** Folders of the Worker that can be removed, each together with its import and its lines in `index.ts`. */
export const OPTIONAL_FOLDERS = [...FOLDERS_WITH_BINDINGS, 'feedback', 'follow-ups'] as const;

/** Copies the Worker without these folders. Returns the folder of the copy, which the caller deletes. */
export function copyWorkerWithout(...removed: readonly string[]): string {
  // Inside of the project, so that Node finds the packages.
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'bare-worker-'));
  for (const path of ['worker', 'widget/protocol', 'tsconfig.json', 'package.json'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const name of removed) removeFolder(folder, name);
  return folder;
}

function removeFolder(folder: string, name: string): void {
  rmSync(join(folder, 'worker', name), { recursive: true });
  const index = join(folder, 'worker/index.ts');
  const lines = readFileSync(index, 'utf8').split('\n');
  const imports = lines.filter((line) => line.includes(`from './${name}/`));
  assert.ok(imports.length > 0, `index.ts imports ${name}`);
  const names = imports.flatMap(
    (line) => line.slice(0, line.indexOf('from')).match(/\b(?!(?:import|export)\b)\w+/g) ?? [],
  );
  const uses = new RegExp(`\\b(?:${names.join('|')})\\b`);
  writeFileSync(index, lines.filter((line) => !uses.test(line)).join('\n'));
}
