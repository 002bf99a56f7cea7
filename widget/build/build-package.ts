import { join } from 'node:path';
import { bundleWidget } from './bundle-widget.ts';
import { VERSION } from './project.ts';
import { writeDeclarations } from './write-declarations.ts';
import { writeFrameworkTypes } from './write-framework-types.ts';
import { writeIntegrity } from './write-integrity.ts';
import { writeManifest } from './write-manifest.ts';

/** Builds the files of the package into `outDir`; `scratch` is a folder for what the steps leave behind. */
export async function buildPackage(outDir: string, scratch: string): Promise<void> {
  await allEnded([
    bundleWidget(outDir),
    writeDeclarations(outDir, join(scratch, 'types')),
    writeManifest(outDir),
  ]);
  await writeFrameworkTypes(outDir);
  await writeIntegrity(outDir, VERSION);
}

/** Like `Promise.all`, but a failure waits for the others: they would go on writing into a folder that is gone. */
async function allEnded(tasks: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}
