import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKENDS } from '../../../widget/protocol/backends.ts';
import { ROOT } from '../../../widget/build/project.ts';
import { table } from './figure-tables.ts';

/** How well one chat reads the streams of one backend, as `npm run conformance` writes it. */
export interface ConformanceScore {
  readonly backend: string;
  readonly widget: string;
  readonly isClaimed: boolean;
  readonly streams: number;
  readonly words: number;
  readonly ends: number;
  readonly cut: number;
  readonly cutSeen: number;
}

/** The results of the conformance kit as they were last written. */
export interface ConformanceResults {
  readonly browser: string;
  /** In the order of the columns; this chat is the first one. */
  readonly widgets: readonly { readonly name: string; readonly version: string }[];
  readonly scores: readonly ConformanceScore[];
}

/** The results of the conformance kit. */
export async function readConformance(): Promise<ConformanceResults> {
  const text = await readFile(join(ROOT, 'demo/figures/conformance.json'), 'utf8');
  return JSON.parse(text) as ConformanceResults;
}

const BACKEND_NAMES: ReadonlySet<string> = new Set(BACKENDS.map(({ name }) => name));

/**
 * The tables of the page about backends: all backends, and the results of the conformance kit. In these this chat reads all streams,
 * those of no named backend included, and each other chat those of the backends that it claims to read.
 */
export async function backendFigures(): Promise<ReadonlyMap<string, string>> {
  const { browser, widgets, scores } = await readConformance();
  const head = ['chat', 'streams of', 'words right', 'end right', 'cut seen'];
  const rows = widgets.flatMap(({ name }, index) => {
    const own = scores.filter(({ widget }) => widget === name);
    const claimed = own.filter(({ isClaimed }) => isClaimed);
    const backends = own.filter(({ backend }) => BACKEND_NAMES.has(backend)).length;
    if (index === 0) return [['this chat', `all ${backends} backends, and others`, ...countsOf(claimed)]];
    const notClaimed = [name, `${backends - claimed.length} others`, 'not claimed', '', ''];
    return [...claimed.map((score) => [name, score.backend, ...countsOf([score])]), notClaimed];
  });
  const versions = widgets.map(({ name, version }) => `${name} ${version}`).join(', ');
  return new Map([
    ['backends', backendsTable()],
    ['conformance', `${table(head, rows)}\n\n${versions}, in ${browser}.`],
  ]);
}

/** A table of the backends: which setting to write, how an answer ends, and what is read besides text. */
function backendsTable(): string {
  const rows = BACKENDS.map(({ name, request, end, features }) => [name, request, end, features.join(', ')]);
  return table(['backend', 'what to write', 'end', 'read besides text'], rows);
}

/** Cells of a row: streams with the right words, streams with the right end, and cut answers that can be seen to be cut. */
function countsOf(scores: readonly ConformanceScore[]): readonly string[] {
  const sum = (key: 'streams' | 'words' | 'ends' | 'cut' | 'cutSeen'): number =>
    scores.reduce((total, score) => total + score[key], 0);
  const streams = sum('streams');
  const cut = sum('cut') > 0 ? `${sum('cutSeen')} of ${sum('cut')}` : '–';
  return [`${sum('words')} of ${streams}`, `${sum('ends')} of ${streams}`, cut];
}
