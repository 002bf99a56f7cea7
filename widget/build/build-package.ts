import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWidget } from './bundle-widget.ts';
import { MANIFEST, VERSION } from './project.ts';
import { writeDeclarations } from './write-declarations.ts';
import { writeFrameworkFiles } from './write-framework-files.ts';
import { writeIntegrity } from './write-integrity.ts';
import { writeScriptEntry } from './write-script-entry.ts';

/** Builds the files of the package into `outDir`; `scratch` is a folder for what the steps leave behind. */
export async function buildPackage(outDir: string, scratch: string): Promise<void> {
  await allEnded([
    bundleWidget(outDir),
    writeDeclarations(outDir, join(scratch, 'types')),
    copyManifest(outDir),
  ]);
  await writeFrameworkFiles(outDir);
  await writeScriptEntry(outDir);
  await writeIntegrity(outDir, VERSION);
}

async function copyManifest(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await copyFile(MANIFEST, join(outDir, 'custom-elements.json'));
}

/** Like `Promise.all`, but a failure waits for the others: they would go on writing into a folder that is gone. */
async function allEnded(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}
