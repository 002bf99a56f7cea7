import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT } from '../../widget/build/project.ts';

/** Folders of the Worker that bring bindings or settings of their own. Without them it answers questions, and no more. */
export const FOLDERS_WITH_BINDINGS = ['attachments', 'guard', 'knowledge', 'quota', 'resume'] as const;

/** Folders of the Worker that may be removed, each with its import and its lines in `index.ts`. */
export const OPTIONAL_FOLDERS = [...FOLDERS_WITH_BINDINGS, 'feedback', 'follow-ups'] as const;

/** Copies the Worker without some of its optional folders. Returns the folder of the copy, to be deleted by the caller. */
export function copyWorkerWithout(...removed: readonly string[]): string {
  // Inside the project, so that the packages are found.
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
