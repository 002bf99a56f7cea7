import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listFiles } from '../../../widget/build/folders.ts';
import type { Manifest } from '../../../widget/build/published-manifest.ts';
import type { GeneratedDocument } from '../../../widget/build/docs/generated-document.ts';
import { ROOT } from '../../../widget/build/project.ts';
import { pluginFields } from './fields.ts';
import { blockSource, fieldsSource, PLUGIN_SLUG } from './plugin-sources.ts';

const SOURCES = join(ROOT, 'demo/wordpress');
const TEMPLATE = `languages/${PLUGIN_SLUG}.pot`;

/** A text to translate, and the file in which it stands. `context` tells translators what it is, where that is not clear. */
export interface TranslatedWords {
  readonly words: string;
  readonly path: string;
  readonly context?: string;
}

/** The template from which the plugin is translated, fresh from its sources and the element's manifest. */
export async function generateTemplate(manifest: Manifest): Promise<GeneratedDocument> {
  const path = join(SOURCES, TEMPLATE);
  const current = await readFile(path, 'utf8').catch(() => '');
  const fields = pluginFields(manifest);
  const found: TranslatedWords[] = [];
  for (const name of (await listFiles(SOURCES)).toSorted()) {
    if (/\.(?:php|js)$/.test(name))
      found.push(...findWords(name, await readFile(join(SOURCES, name), 'utf8')));
  }
  found.push(...findWords('includes/fields.php', fieldsSource(fields)));
  found.push(...findBlockWords(blockSource(fields, '')));
  return { path, current, fresh: formatTemplate(found) };
}

/** The texts to translate in a file: literals in calls such as `__()` of PHP or JavaScript, and those of a plugin's header. */
export function findWords(path: string, source: string): TranslatedWords[] {
  const calls = source.matchAll(
    /\b(?:esc_(?:html|attr))?_[_e]\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*,\s*'[\w-]+'\s*\)/g,
  );
  const header = source.matchAll(/^ \* (?:Plugin Name|Description|Author): +(.+)$/gm);
  const words = [
    ...[...header].map(([, text = '']) => text),
    ...[...calls].map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(['"\\])/g, '$1')),
  ];
  return words.map((text) => ({ words: text, path }));
}

/** The texts that WordPress translates in a block's file, each in a context of its own. */
function findBlockWords(source: string): TranslatedWords[] {
  const path = 'block/block.json';
  const { title, description, keywords } = JSON.parse(source) as Record<'title' | 'description', string> & {
    readonly keywords: readonly string[];
  };
  return [
    { words: title, path, context: 'block title' },
    { words: description, path, context: 'block description' },
    ...keywords.map((words) => ({ words, path, context: 'block keyword' })),
  ];
}

/** https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html, without dates: one source, one template. */
export function formatTemplate(found: readonly TranslatedWords[]): string {
  const entries = new Map<string, TranslatedWords[]>();
  for (const place of found) {
    const key = `${place.context ?? ''}\0${place.words}`;
    entries.set(key, [...(entries.get(key) ?? []), place]);
  }
  const head = [
    '# This file is distributed under the GPL-2.0-or-later.',
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: AI Chat for Cloudflare Workers @VERSION@\\n"',
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"X-Domain: ${PLUGIN_SLUG}\\n"`,
  ].join('\n');
  const texts = [...entries.values()].map((places) => {
    const [{ words, context } = { words: '', context: undefined }] = places;
    const paths = [...new Set(places.map(({ path }) => `#: ${path}`))].toSorted();
    const scope = context === undefined ? [] : [`msgctxt ${quote(context)}`];
    return [...paths, ...scope, `msgid ${quote(words)}`, 'msgstr ""'].join('\n');
  });
  return `${[head, ...texts].join('\n\n')}\n`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
