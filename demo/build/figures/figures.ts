import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../widget/build/project.ts';

/** One measured figure, as `npm run bench` prints it. */
export interface Figure {
  readonly title: string;
  readonly value: number;
  /** `x` for a ratio, else `ms`, `KB`, … */
  readonly unit: string;
  /** What the value is relative to, or measured with. */
  readonly baseline: string;
}

/** The folder of the figures that README, the documentation and the demo show. */
const FOLDER = join(ROOT, 'demo/figures');

/** Writes the figures of a benchmark, such as `bytes`, with three digits each. */
export async function writeFigures(benchmark: string, figures: readonly Figure[]): Promise<void> {
  const rounded = figures.map(({ title, value, unit, baseline }) => ({
    title,
    value: Number(value.toPrecision(3)),
    unit,
    baseline,
  }));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${benchmark}.json`), `${JSON.stringify(rounded, null, 2)}\n`);
}

/** Writes the figures of a part of a benchmark. Others of the benchmark stay, except those with the same titles. */
export async function replaceFigures(benchmark: string, figures: readonly Figure[]): Promise<void> {
  const titles = new Set(figures.map(({ title }) => title));
  const isFirst = !existsSync(join(FOLDER, `${benchmark}.json`));
  const kept = (isFirst ? [] : await readFigures(benchmark)).filter(({ title }) => !titles.has(title));
  await writeFigures(benchmark, [...kept, ...figures]);
}

/** The figures of a benchmark as they were last written. */
export async function readFigures(benchmark: string): Promise<readonly Figure[]> {
  return JSON.parse(await readFile(join(FOLDER, `${benchmark}.json`), 'utf8')) as readonly Figure[];
}

/** The sizes of a page load of other chats, which are a part of what is measured of them. */
export async function readPageLoads(): Promise<readonly Figure[]> {
  return (await readFigures('peers')).filter(({ baseline }) => baseline.endsWith('page load'));
}

/** The value with this title, as text such as `10.2 KB`. Throws where there is none. */
export function findFigure(figures: readonly Figure[], title: string): string {
  const found = figures.find((figure) => figure.title === title);
  if (found === undefined) throw new Error(`no figure is called "${title}"`);
  const { value, unit } = found;
  return unit === 'x' ? `${Number(value.toPrecision(2))} ×` : `${Math.round(value)} ${unit}`;
}
