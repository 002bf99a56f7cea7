import type { GeneratedDocument } from '../../widget/build/docs/generated-document.ts';
import { manifestDocument } from '../../widget/build/docs/fresh-manifest.ts';
import { fillDocuments } from '../../widget/build/docs/manifest-documents.ts';
import type { Manifest } from '../../widget/build/published-manifest.ts';
import { fillFigures, includeFiles } from './filled-documents.ts';
import { generateSnippets } from './snippets/pages.ts';
import { generateTemplate } from './wordpress/translation-template.ts';

/** Generates the documents that are made from the sources, and parts of documents, without writing anything. */
export async function generateDocs(manifest: Manifest): Promise<GeneratedDocument[]> {
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
