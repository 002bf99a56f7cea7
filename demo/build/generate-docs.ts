import { writeFile } from 'node:fs/promises';
import type { GeneratedDocument } from '../../widget/build/docs/generated-document.ts';
import { manifestDocument, readFreshManifest } from '../../widget/build/docs/fresh-manifest.ts';
import { fillDocuments } from '../../widget/build/docs/manifest-documents.ts';
import { fillFigures, includeFiles } from './filled-documents.ts';
import { generateSnippets } from './snippets/pages.ts';
import { generateTemplate } from './wordpress/translation-template.ts';

/** Generates the documents that are made from the sources, and parts of documents, without writing anything. */
export async function generateDocs(): Promise<GeneratedDocument[]> {
  const manifest = await readFreshManifest();
  const [document, filled, figures, included, snippets, template] = await Promise.all([
    manifestDocument(manifest),
    fillDocuments(manifest),
    fillFigures(),
    includeFiles(),
    generateSnippets(),
    generateTemplate(manifest),
  ]);
  return [document, ...filled, ...figures, ...included, ...snippets, template];
}

/** Writes the generated parts of the documents. Returns the paths of those that changed. */
export async function writeDocs(): Promise<string[]> {
  const stale = (await generateDocs()).filter(({ current, fresh }) => current !== fresh);
  for (const { path, fresh } of stale) await writeFile(path, fresh);
  return stale.map(({ path }) => path);
}
