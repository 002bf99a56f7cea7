import type { Benchmark, BenchmarkResult } from '../tools/benchmark.ts';
import { openChromium } from './walks/browser/chromium-tabs.ts';
import { openFirefox } from './walks/browser/firefox-tabs.ts';
import { comeBack, listCells, MATTERS, WAYS, type CameBack, type Way } from './walks/come-back.ts';

const TIMES = 10;
/** Firefox does not prerender, and no command of its automation ends the process of a page. */
const NOT_IN_FIREFOX: ReadonlySet<Way> = new Set(['prerendered page', 'discarded tab']);

type Cell = ReturnType<typeof listCells>[number];

function isBroken({ unseen, lost, askedTwice, unanswered, wrong }: CameBack): boolean {
  return [unseen, lost, askedTwice, unanswered, wrong].some(({ length }) => length > 0);
}

function isOf({ way, matter, persist }: Cell): (visit: CameBack) => boolean {
  return (visit) => visit.way === way && visit.matter === matter && visit.persist === persist;
}

function row(cell: Cell, all: readonly CameBack[]): BenchmarkResult {
  const visits = all.filter(isOf(cell));
  const count = (holds: (visit: CameBack) => boolean): number => visits.filter(holds).length;
  const parts = {
    lost: count(({ lost }) => lost.length > 0),
    'not shown': count(({ unseen }) => unseen.length > 0),
    'asked twice': count(({ askedTwice }) => askedTwice.length > 0),
    unanswered: count(({ unanswered }) => unanswered.length > 0),
    wrong: count(({ wrong }) => wrong.length > 0),
    'not kept by the browser': count(({ isAsPlanned }) => !isAsPlanned),
  };
  const said = Object.entries(parts).flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []));
  return {
    title: `${cell.way}: ${cell.matter}, ${cell.persist}`,
    value: count(isBroken),
    unit: '',
    baseline: [`of ${visits.length}`, ...said].join(', '),
    gate: 0,
  };
}

/** Counts the ways in which the browser kept or prerendered no page at all: those visits test nothing. */
function cellsWithoutBrowser(visits: readonly CameBack[]): readonly BenchmarkResult[] {
  const ways = WAYS.filter((way) => visits.some((visit) => visit.way === way));
  const idle = ways.filter((way) => !visits.some((visit) => visit.way === way && visit.isAsPlanned));
  const title = 'ways of which the browser kept, or prerendered, no page';
  return [{ title, value: idle.length, unit: '', baseline: idle.join(', '), gate: 0 }];
}

/** How many visits were broken, as a table: a line for each way to come back and kind of storage, a column for each `matter`. */
function tableOf(visits: readonly CameBack[]): string {
  const cells = listCells();
  const lines = WAYS.flatMap((way) =>
    (['session', 'local', 'none'] as const).flatMap((persist) => {
      const own = cells.filter((cell) => cell.way === way && cell.persist === persist);
      if (own.length === 0) return [];
      const numbers = own.map((cell) => {
        const walked = visits.filter(isOf(cell));
        return walked.length === 0 ? '-' : `${walked.filter(isBroken).length}/${walked.length}`;
      });
      return [`| ${way} | ${persist} | ${numbers.join(' | ')} |`];
    }),
  );
  return [
    `| | | ${MATTERS.join(' | ')} |`,
    `| --- | --- | ${MATTERS.map(() => '---').join(' | ')} |`,
    ...lines,
  ].join('\n');
}

function describeVisit(visit: CameBack): string {
  const { way, matter, persist, site, delayMs, unseen, lost, askedTwice, unanswered, wrong, shown } = visit;
  const kinds = { lost, 'not shown': unseen, 'asked twice': askedTwice, unanswered, wrong };
  const said = Object.entries(kinds).flatMap(([name, list]) =>
    list.length > 0 ? [`${name}: ${list.join('; ')}`] : [],
  );
  return `  ${way}: ${matter} (${persist}, ${site}), left after ${delayMs} ms: ${said.join('. ')}\n    shown: ${shown.slice(0, 300)}`;
}

/** Visitors who leave a page and come back to it, `size` times for each cell of the table. Nothing may be lost or asked twice. */
export const benchmark: Benchmark = {
  title: 'Visitors whose page came back without their words',
  parts: [...WAYS, 'firefox'],
  async run(size = TIMES, parts = []) {
    const isFirefox = parts.includes('firefox');
    const ways = parts.filter((part) => part !== 'firefox');
    const cells = listCells().filter(
      ({ way }) => (ways.length === 0 || ways.includes(way)) && !(isFirefox && NOT_IN_FIREFOX.has(way)),
    );
    const browser = await (isFirefox ? openFirefox() : openChromium());
    try {
      const visits = await comeBack(browser, cells, size, (visit) => {
        if (isBroken(visit)) console.log(describeVisit(visit));
      });
      console.log(tableOf(visits));
      return [...cells.map((cell) => row(cell, visits)), ...(isFirefox ? [] : cellsWithoutBrowser(visits))];
    } finally {
      await browser.close();
    }
  },
};
