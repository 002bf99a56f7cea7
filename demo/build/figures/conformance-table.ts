import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../widget/build/project.ts';
import { table } from './figure-tables.ts';

/** What one widget makes of the streams of one backend, as `npm run conformance` writes it. */
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

/** Tables of the page about backends. */
export async function backendFigures(): Promise<ReadonlyMap<string, string>> {
  const { browser, widgets, scores } = await readConformance();
  const [own, ...peers] = widgets;
  const backends = [...new Set(scores.map(({ backend }) => backend))];
  const isClaimedByPeer = (backend: string): boolean =>
    scores.some((score) => score.backend === backend && score.isClaimed && score.widget !== own?.name);
  const of = (widget: string, some: readonly string[]): readonly ConformanceScore[] =>
    scores.filter((score) => score.widget === widget && score.isClaimed && some.includes(score.backend));
  const rowOf = (words: string, some: readonly string[]): readonly string[] => [
    words,
    ...widgets.map(({ name }) => cellOf(of(name, some))),
  ];
  const others = backends.filter((backend) => !isClaimedByPeer(backend));
  const head = ['streams of', ...[own, ...peers].map((widget) => `${widget?.name} ${widget?.version}`)];
  const rows = backends.filter(isClaimedByPeer).map((backend) => rowOf(backend, [backend]));
  const rest = rowOf(`${others.length} others`, others);
  return new Map([['conformance', `${table(head, [...rows, rest])}\n\nIn ${browser}.`]]);
}

/** Words right, end right, and cut answers that can be seen to be cut. */
function cellOf(scores: readonly ConformanceScore[]): string {
  if (scores.length === 0) return 'not claimed';
  const sum = (key: 'streams' | 'words' | 'ends' | 'cut' | 'cutSeen'): number =>
    scores.reduce((total, score) => total + score[key], 0);
  const cut = sum('cut') > 0 ? ` ${sum('cutSeen')}/${sum('cut')}` : ' –';
  return `${sum('words')}/${sum('streams')} ${sum('ends')}/${sum('streams')}${cut}`;
}
