import { generateDocs } from '../../demo/build/generate-docs.ts';
import { readFreshManifest } from '../../widget/build/docs/fresh-manifest.ts';
import type { GeneratedDocument } from '../../widget/build/docs/generated-document.ts';
import { generateApi } from './public-api.ts';

/**
 * Every file that is generated from the sources and committed, with its present and its correct content:
 * documents, and the public API.
 */
export async function generateAll(): Promise<GeneratedDocument[]> {
  const manifest = await readFreshManifest();
  const [docs, api] = await Promise.all([generateDocs(manifest), generateApi(manifest)]);
  return [...docs, ...api];
}
