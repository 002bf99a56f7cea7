import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import { startHostSite, type HostSite, type HostSitePage } from '../support/host-site.ts';
import { formatResults, type BenchmarkResult } from '../tools/benchmark.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { endCommandsOnSignal, runCommand } from '../../widget/build/run-command.ts';

// `npm run lighthouse` compares a page with a chat to the same page without: medians of reports made in turns.
const ROUNDS = 5;
const PAGES: readonly HostSitePage[] = [{}, { script: '' }];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const BASELINE = `the page without a chat, median of ${ROUNDS}`;

/**
 * `devtools` slows network and processor down while the page loads. `simulate`, Lighthouse's default, loads the page at full speed
 * and computes the slow load. It assumes that the paint waits for every script that arrived earlier; on loopback each script does,
 * deferred or not. So the time of the paint has no gate.
 */
const METHODS = ['devtools', 'simulate'] as const;
type Method = (typeof METHODS)[number];

/** The fields of a report that are read: https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function runLighthouse(address: string, method: Method): Promise<Report> {
  const { executablePath, args, env } = await findChromium();
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-'));
  const file = join(folder, 'report.json');
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--throttling-method=${method}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${['--headless=new', ...args].join(' ')}`,
  ];
  try {
    const lighthouse = join(installFixture('lighthouse'), 'node_modules/.bin/lighthouse');
    const libraries = { LD_LIBRARY_PATH: env['LD_LIBRARY_PATH'] ?? '' };
    const { code, output } = await runCommand(lighthouse, [address, ...options], {
      env: { ...libraries, CHROME_PATH: executablePath },
    });
    if (code !== 0) throw new Error(`Lighthouse ended with code ${code}: ${output}`);
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reports of every page. The pages take turns, so that a change of the machine's load affects all of them. */
async function measure(site: HostSite, method: Method): Promise<readonly Report[][]> {
  const reports: Report[][] = PAGES.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, page] of PAGES.entries()) {
      reports[index]?.push(await runLighthouse(site.addressOf(page), method));
    }
    console.log(`  ${method}: round ${round} of ${ROUNDS}`);
  }
  return reports;
}

/** One figure of a report; `gate` is how much a chat may add to it. */
interface Figure {
  readonly title: string;
  readonly unit: string;
  readonly gate?: number;
  read(report: Report): number;
}

const FIGURES: readonly Figure[] = [
  ...CATEGORIES.map((name) => ({
    title: `${name}, points lost`,
    unit: '',
    gate: 0,
    read: ({ categories }: Report) => 100 - Math.round((categories[name]?.score ?? Number.NaN) * 100),
  })),
  { title: 'largest paint later by', unit: 'ms', read: readAudit('largest-contentful-paint') },
  { title: 'layout shift added', unit: '', gate: 0, read: readAudit('cumulative-layout-shift') },
  { title: 'blocking time added', unit: 'ms', gate: 10, read: readAudit('total-blocking-time') },
];

function readAudit(name: string): (report: Report) => number {
  return ({ audits }) => audits[name]?.numericValue ?? Number.NaN;
}

function compare([without = [], withChat = []]: readonly Report[][]): readonly BenchmarkResult[] {
  return FIGURES.map(({ read, ...figure }) => {
    const values = { with: withChat.map(read), without: without.map(read) };
    const [list, other] = [values.with, values.without].map((all) => all.map((value) => value.toFixed()));
    console.log(`  ${figure.title}: ${list?.join(' ')} ${figure.unit}, without a chat ${other?.join(' ')}`);
    return { ...figure, value: median(values.with) - median(values.without), baseline: BASELINE };
  });
}

async function run(): Promise<void> {
  await buildAll();
  const site = await startHostSite();
  try {
    for (const method of METHODS) {
      const results = compare(await measure(site, method));
      console.log(`\nLighthouse, ${method}\n${formatResults(results)}\n`);
      if (results.some(({ value, gate }) => gate !== undefined && !(value <= gate))) process.exitCode = 1;
    }
  } finally {
    await site.close();
  }
}

endCommandsOnSignal();
try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
