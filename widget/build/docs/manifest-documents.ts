import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { Manifest } from '../published-manifest.ts';
import { ROOT } from '../project.ts';
import type { GeneratedDocument } from './generated-document.ts';
import { eventsTables, settingsTables, themingTables } from './manifest-tables.ts';

const DOCUMENTS = [
  { name: 'demo/docs/settings.md', tablesOf: settingsTables },
  { name: 'demo/docs/events.md', tablesOf: eventsTables },
  { name: 'demo/docs/theming.md', tablesOf: themingTables },
];

/**
 * Puts the tables into a document: the table `NAME` between the markers `<!-- manifest:NAME -->` and `<!-- /manifest:NAME -->`;
 * with `kind` another word can be used instead of `manifest`. Throws for a marker whose table is missing, a marker without its
 * end, and a table without a marker.
 */
export function fillMarkers(text: string, tables: ReadonlyMap<string, string>, kind = 'manifest'): string {
  const unused = new Set(tables.keys());
  const filled = text.replaceAll(
    new RegExp(`(<!-- ${kind}:(\\S+) -->)([\\s\\S]*?)(<!-- /${kind}:(\\S+) -->)`, 'g'),
    (_whole, begin: string, name: string, _old: string, end: string, endName: string) => {
      const table = tables.get(name);
      if (table === undefined) throw new Error(`nothing is generated for the marker ${kind}:${name}`);
      if (endName !== name) throw new Error(`the marker ${kind}:${name} has no end`);
      unused.delete(name);
      return `${begin}\n\n${table}\n\n${end}`;
    },
  );
  const [missing] = unused;
  if (missing !== undefined) throw new Error(`there is no marker ${kind}:${missing}`);
  return filled;
}

/** The documents that contain tables of the manifest. Writes nothing. */
export async function fillDocuments(manifest: Manifest): Promise<GeneratedDocument[]> {
  return Promise.all(
    DOCUMENTS.map(async ({ name, tablesOf }) => {
      const path = join(ROOT, name);
      const current = await readFile(path, 'utf8');
      const filled = fillMarkers(current, tablesOf(manifest));
      const fresh = await format(filled, { ...(await resolveConfig(path)), filepath: path });
      return { path, current, fresh };
    }),
  );
}
