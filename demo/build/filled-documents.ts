import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { GeneratedDocument } from '../../widget/build/docs/generated-document.ts';
import { fillMarkers } from '../../widget/build/docs/manifest-documents.ts';
import { ROOT } from '../../widget/build/project.ts';
import { backendFigures } from './figures/conformance-table.ts';
import { faqFigures, markdownFigures, readmeFigures, workerFigures } from './figures/figure-tables.ts';
import { rendererFigures } from './figures/renderers-table.ts';

/** README and the pages of the documentation, with the figures from `demo/figures/` written into them. */
export async function fillFigures(): Promise<GeneratedDocument[]> {
  return [
    await fillDocument('README.md', await readmeFigures(), 'figures'),
    await fillDocument('demo/docs/faq.md', await faqFigures(), 'figures'),
    await fillDocument(
      'demo/docs/markdown.md',
      new Map([...(await markdownFigures()), ...(await rendererFigures())]),
      'figures',
    ),
    await fillDocument('demo/docs/backends.md', await backendFigures(), 'figures'),
    await fillDocument('demo/docs/worker.md', await workerFigures(), 'figures'),
  ];
}

/** Pages with whole files of the tests written into them, between `<!-- file:PATH -->` and `<!-- /file:PATH -->`. */
export async function includeFiles(): Promise<GeneratedDocument[]> {
  const name = 'demo/docs/frameworks.md';
  const source = await readFile(join(ROOT, name), 'utf8');
  const paths = [...source.matchAll(/<!-- file:(\S+) -->/g)].map(([, path = '']) => path);
  const blocks = await Promise.all(paths.map(async (path) => [path, await codeBlock(path)] as const));
  return [await fillDocument(name, new Map(blocks), 'file')];
}

async function codeBlock(path: string): Promise<string> {
  const code = await readFile(join(ROOT, path), 'utf8');
  return `\`\`\`${extname(path).slice(1)}\n${code.trimEnd()}\n\`\`\``;
}

async function fillDocument(
  name: string,
  parts: ReadonlyMap<string, string>,
  kind: 'figures' | 'file',
): Promise<GeneratedDocument> {
  const path = join(ROOT, name);
  const current = await readFile(path, 'utf8');
  const options = { ...(await resolveConfig(path)), filepath: path };
  return { path, current, fresh: await format(fillMarkers(current, parts, kind), options) };
}
