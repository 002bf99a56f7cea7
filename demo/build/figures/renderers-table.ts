import { table } from './figure-tables.ts';
import { readFigures, type Figure } from './figures.ts';

/** Those that are compared, by their names in `npm run bench -- renderers`; ours is the first one. */
const RENDERERS = [
  'cf-ai-chat',
  'streamdown',
  'incremark',
  'streaming-markdown',
  'marked + DOMPurify',
] as const;

const COSTS = ['2 KB', '10 KB', '50 KB'] as const;

/** Table of the page about streaming markdown that has other renderers beside ours. */
export async function rendererFigures(): Promise<ReadonlyMap<string, string>> {
  const figures = await readFigures('renderers');
  const of = (name: string): Figure => {
    const found = figures.find(({ title }) => title === name);
    if (!found) throw new Error(`no figure is called "${name}"`);
    return found;
  };
  const row = (words: string, what: string, show = count): string[] => [
    words,
    ...RENDERERS.map((name) => show(of(`${name}, ${what}`).value)),
  ];
  const rows = [
    row('a script ran', 'ran a script'),
    row('another server was asked', 'asked another server'),
    row('style or names were taken over', 'took style or names'),
    row('frames with raw syntax', 'frames with raw syntax'),
    row('nodes removed for 100 that stay', 'nodes removed', (value) => count(value * 100)),
    ...COSTS.map((size) => row(`cost of ${size}`, `cost of ${size}`, (value) => `${digits(value)} ×`)),
    row('size', 'size', kilobytes),
    row('framework', 'framework', (value) => (value === 0 ? 'none' : `React, ${kilobytes(value)}`)),
  ];
  const measured = RENDERERS.map((name) => of(`${name}, ran a script`).baseline.split(' on '));
  const versions = measured.map(([version]) => version).join(', ');
  const counts = `${of('hostile texts').value} hostile texts, ${of('frames').value} frames`;
  const note = `${counts}. ${versions}; measured on ${measured[0]?.[1]}.`;
  return new Map([['renderers', `${table(['measured', ...RENDERERS], rows)}\n\n${note}`]]);
}

const count = (value: number): string => String(Math.round(value));
const digits = (value: number): string => String(Number(value.toPrecision(2)));
const kilobytes = (value: number): string => `${value < 10 ? digits(value) : count(value)} KB`;
