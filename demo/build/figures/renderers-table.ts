import { table } from './figure-tables.ts';
import { readFigures, type Figure } from './figures.ts';

/** The renderers that are compared, by their names in `npm run bench -- renderers`. Ours is the first one. */
const RENDERERS = [
  'cf-ai-chat',
  'streamdown',
  'incremark',
  'streaming-markdown',
  'marked + DOMPurify',
] as const;

const COLUMNS = ['renderer', 'hostile texts', 'flicker', 'cost of 2, 10, 50 KB', 'size'];
const COSTS = ['2 KB', '10 KB', '50 KB'] as const;

/** The table that compares renderers, on the page about streaming markdown. */
export async function rendererFigures(): Promise<ReadonlyMap<string, string>> {
  const figures = await readFigures('renderers');
  const of = (name: string): Figure => {
    const found = figures.find(({ title }) => title === name);
    if (!found) throw new Error(`no figure is called "${name}"`);
    return found;
  };
  // Each cell says what its figure is: on a phone each row is a paragraph, without the names of the columns.
  const rows = RENDERERS.map((name) => {
    const show = (what: string, text = count): string => text(of(`${name}, ${what}`).value);
    const framework = of(`${name}, framework`).value;
    return [
      `\`${name}\``,
      `${show('ran a script')} ran a script, ${show('asked another server')} asked a server, ${show('took style or names')} took style or names`,
      `${show('frames with raw syntax')} frames raw, ${show('nodes removed', (value) => removed(value * 100))} for 100 that stay`,
      COSTS.map((size) => show(`cost of ${size}`, (value) => `${digits(value)} ×`)).join(', '),
      show('size', kilobytes) + (framework === 0 ? '' : `, React ${kilobytes(framework)}`),
    ];
  });
  const measured = RENDERERS.map((name) => of(`${name}, ran a script`).baseline.split(' on '));
  const versions = measured.map(([version]) => version).join(', ');
  const counts = `${of('hostile texts').value} hostile texts, ${of('frames').value} frames`;
  const note = `${counts}. ${versions}; measured on ${measured[0]?.[1]}.`;
  return new Map([['renderers', `${table(COLUMNS, rows)}\n\n${note}`]]);
}

const count = (value: number): string => String(Math.round(value));
const removed = (value: number): string =>
  `${count(value)} ${count(value) === '1' ? 'node' : 'nodes'} removed`;
const digits = (value: number): string => String(Number(value.toPrecision(2)));
const kilobytes = (value: number): string => `${value < 10 ? digits(value) : count(value)} KB`;
