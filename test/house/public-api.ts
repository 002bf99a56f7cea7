import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { GeneratedDocument } from '../../widget/build/docs/generated-document.ts';
import { listFiles } from '../../widget/build/folders.ts';
import { frameworkFiles } from '../../widget/build/framework-files.ts';
import { CACHE, ROOT } from '../../widget/build/project.ts';
import type { Manifest, ManifestItem, ManifestMember } from '../../widget/build/published-manifest.ts';
import { writeDeclarations } from '../../widget/build/write-declarations.ts';
import { writeScriptEntry } from '../../widget/build/write-script-entry.ts';
import { SERVER_ERROR_CODES } from '../../widget/protocol/chat-error.ts';
import { statusOf } from '../../worker/error-response.ts';
import { WIRE_FORMATS } from '../../worker/formats/formats.ts';
import app from '../../worker/index.ts';
import { WORKER_SETTINGS } from '../support/worker-settings.ts';

const API = join(ROOT, 'test/api');

/** Declarations of bundled packages, which change only with the package's version. */
const OF_PACKAGES = 'chunks/packages.d.ts';

/** The lists in a manifest, and the kind of their items. */
const KINDS = [
  ['attributes', 'attribute'],
  ['members', 'member'],
  ['events', 'event'],
  ['slots', 'slot'],
  ['cssParts', 'part'],
  ['cssProperties', 'CSS property'],
  ['cssStates', 'state'],
] as const;

/**
 * Generates the files of `test/api/`: everything that pages, programs and servers can refer to by name,
 * without descriptions. They are committed, so that a reviewer sees each change of the public API.
 */
export async function generateApi(manifest: Manifest): Promise<GeneratedDocument[]> {
  const texts = new Map([
    ...(await readDeclarations(manifest)),
    ['element.txt', asLines(elementNames(manifest))],
    ['worker.txt', asLines(workerNames())],
  ]);
  const left = (await listFiles(API)).find((path) => !texts.has(path));
  if (left !== undefined)
    throw new Error(`${relative(ROOT, join(API, left))}: delete it, it is of nothing now`);
  return Promise.all(
    [...texts].map(async ([name, fresh]) => {
      const path = join(API, name);
      return { path, current: existsSync(path) ? await readFile(path, 'utf8') : '', fresh };
    }),
  );
}

/** The type declarations of the package, by path. */
async function readDeclarations(manifest: Manifest): Promise<[path: string, code: string][]> {
  await mkdir(CACHE, { recursive: true });
  const scratch = await mkdtemp(join(CACHE, 'api-'));
  try {
    const outDir = join(scratch, 'dist');
    await writeDeclarations(outDir, join(scratch, 'types'));
    await writeScriptEntry(outDir);
    const written = await Promise.all(
      (await listFiles(outDir)).map(
        async (path) => [path, await readFile(join(outDir, path), 'utf8')] as const,
      ),
    );
    const declarations = [...written, ...frameworkFiles(manifest)].filter(
      ([path]) => path.endsWith('.d.ts') && path !== OF_PACKAGES,
    );
    return await Promise.all(
      declarations.map(async ([path, code]) => [path, await withoutComments(path, code)]),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function withoutComments(name: string, code: string): Promise<string> {
  const filepath = join(API, name);
  const options = { ...(await resolveConfig(filepath)), filepath };
  return format(code.replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, ''), options);
}

/**
 * The names of the element and of its events, with types and defaults.
 *
 * @example
 * elementNames(manifest)[0]; // "CfAiChatElement attribute persist: 'session' | 'local' | 'none' = 'session'"
 */
export function elementNames({ modules }: Manifest): string[] {
  return modules
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap((declaration) =>
      KINDS.flatMap(([list, kind]) =>
        (declaration[list] ?? []).map((item) => `${declaration.name} ${kind} ${nameOf(item)}`),
      ),
    );
}

function nameOf(item: ManifestItem & Partial<ManifestMember>): string {
  const { kind, name = '', type, readonly } = item;
  const parameters = kind === 'method' ? `(${(item.parameters ?? []).map(nameOf).join(', ')})` : '';
  const text = type?.text ?? item.return?.type.text;
  // Read-only members have no default: their initial value is a name in the code.
  const value = readonly === true ? undefined : item.default;
  return [
    readonly === true ? 'readonly ' : '',
    `${name}${parameters}`,
    text === undefined ? '' : `: ${text}`,
    value === undefined ? '' : ` = ${value}`,
  ].join('');
}

/** The names of the Worker. Events of its streams are declared in `chunks/protocol.d.ts`. */
function workerNames(): string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return [
    ...routes.map(({ method, path }) => `route ${path} ${method}`),
    ...[...WIRE_FORMATS.keys()].map((name) => `format ${name}`),
    ...SERVER_ERROR_CODES.map((code) => `error ${code} ${statusOf(code)}`),
    ...WORKER_SETTINGS.map(({ kind, name }) => `${kind} ${name}`),
  ];
}

function asLines(names: readonly string[]): string {
  return `${names.toSorted().join('\n')}\n`;
}
