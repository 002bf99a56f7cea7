import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWidget } from './bundle-widget.ts';
import { MANIFEST, VERSION } from './project.ts';
import { writeDeclarations } from './write-declarations.ts';
import { writeFrameworkFiles } from './write-framework-files.ts';
import { writeIntegrity } from './write-integrity.ts';
import { writeScriptEntry } from './write-script-entry.ts';

/** Builds the package's files into `outDir`; `scratch` is a folder for temporary files of the steps. */
export async function buildPackage(outDir: string, scratch: string): Promise<void> {
  await settleAll([
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

/**
 * Like `Promise.all`, but waits for all tasks before it rejects: the others would go on writing into a folder that the caller
 * removes.
 */
async function settleAll(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}
