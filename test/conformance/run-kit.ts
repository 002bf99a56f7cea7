import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { cutBehindFirstWord, judge, judgeCut } from './judge.ts';
import { readStreams, type ConformanceStream } from './read-streams.ts';
import { ReplayServer } from './replay-server.ts';
import type { Sight, WidgetUnderTest } from './widget-under-test.ts';

/** The settings of a run. */
export interface KitOptions {
  readonly browser: Browser;
  readonly widgets: readonly WidgetUnderTest[];
  /** A folder whose `node_modules` has the packages of the widgets. */
  readonly packages: string;
  /** Folders of packages that are not on npm yet, by name. */
  readonly built: Readonly<Record<string, string>>;
  /** Which streams are sent. Default: all. */
  readonly only?: (stream: string) => boolean;
  readonly bundle: (entry: string) => Promise<string>;
  readonly log: (line: string) => void;
}

/** How well a widget reads the streams of one backend. */
export interface Score {
  readonly backend: string;
  readonly widget: string;
  /** False where the widget's documentation does not name this backend; then no stream was sent. */
  readonly isClaimed: boolean;
  readonly streams: number;
  /** How many streams showed the right words, and no others. */
  readonly words: number;
  /** How many streams let a visitor see whether the answer is complete. */
  readonly ends: number;
  /** How many bodies were cut behind the first word, and how many of these looked incomplete to a visitor. */
  readonly cut: number;
  readonly cutSeen: number;
  readonly faults: readonly string[];
}

/** In milliseconds: a page without changes for this long counts as finished. */
const QUIET_MS = 700;
const POLL_MS = 100;
const PATIENCE_MS = 20_000;
const PAGES_AT_ONCE = 8;
const PAGES_AGAIN = 2;

/** The name of the row for streams of no named backend. */
export const OTHER_STREAMS = 'Other streams of the kit';

/** Sends every stream to every widget whose documentation names the stream's backend, each on a page of its own. */
export async function runKit(options: KitOptions): Promise<readonly Score[]> {
  const pairs = await listPairs(options);
  const sights = new Map<Visit, Sight>();
  await see(pairs.flatMap(listVisits), PAGES_AT_ONCE, sights, options);
  // A busy machine joins pieces that were sent apart, so failed visits are repeated once with fewer at a time.
  const wrong = [...sights].filter(([visit, sight]) => !isRight(visit, sight)).map(([visit]) => visit);
  await see(wrong, PAGES_AGAIN, sights, options);
  return pairs.map((pair) => {
    const score = scorePair(pair, sights);
    if (score.isClaimed) options.log(formatScore(score));
    return score;
  });
}

/** Makes the visits, several at a time. */
async function see(
  visits: readonly Visit[],
  atOnce: number,
  sights: Map<Visit, Sight>,
  options: KitOptions,
): Promise<void> {
  const waiting = visits.values();
  // Each worker takes the next visit when its last one has ended.
  const work = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- more pages at once would be slow, and look finished
    for (const visit of waiting) sights.set(visit, await seeStream(visit, options));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function isRight({ stream, isCut }: Visit, sight: Sight): boolean {
  return isCut ? judgeCut(sight, stream) !== false : judge(sight, stream).faults.length === 0;
}

/** The version of a widget's package. */
export async function readVersion(
  { package: name }: WidgetUnderTest,
  { packages, built }: KitOptions,
): Promise<string> {
  const folder = built[name] ?? join(packages, 'node_modules', name);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** A widget, and the streams of one backend. */
interface Pair {
  readonly backend: string;
  readonly widget: WidgetUnderTest;
  readonly streams: readonly ConformanceStream[];
}

/** One page on which a widget gets one body, whole or cut. */
interface Visit {
  readonly pair: Pair;
  readonly stream: ConformanceStream;
  readonly isCut: boolean;
}

async function listPairs({ widgets, only = () => true }: KitOptions): Promise<readonly Pair[]> {
  const streams = await readStreams();
  return (await readBackends(streams)).flatMap(([backend, names]) => {
    const own = streams.filter(({ name }) => names.includes(name) && only(name));
    return own.length > 0 ? widgets.map((widget) => ({ backend, widget, streams: own })) : [];
  });
}

function listVisits(pair: Pair): readonly Visit[] {
  if (!pair.widget.claims(pair.backend)) return [];
  return pair.streams.flatMap((stream) => {
    const cut = cutBehindFirstWord(stream);
    const whole = { pair, stream, isCut: false };
    return cut ? [whole, { pair, stream: cut, isCut: true }] : [whole];
  });
}

function scorePair(pair: Pair, sights: ReadonlyMap<Visit, Sight>): Score {
  const own = [...sights].filter(([visit]) => visit.pair === pair);
  const verdicts = own
    .filter(([{ isCut }]) => !isCut)
    .map(([{ stream }, sight]) => ({ ...judge(sight, stream), name: stream.name }));
  const cut = own
    .filter(([{ isCut }]) => isCut)
    .flatMap(([{ stream }, sight]) => judgeCut(sight, stream) ?? []);
  return {
    backend: pair.backend,
    widget: pair.widget.name,
    isClaimed: pair.widget.claims(pair.backend),
    streams: pair.streams.length,
    words: verdicts.filter(({ hasWords }) => hasWords).length,
    ends: verdicts.filter(({ hasEnd }) => hasEnd).length,
    cut: cut.length,
    cutSeen: cut.filter((isSeen) => isSeen).length,
    faults: verdicts.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`)),
  };
}

async function seeStream(
  { pair: { backend, widget }, stream }: Visit,
  { browser, packages, built, bundle }: KitOptions,
): Promise<Sight> {
  const server = new ReplayServer();
  const origin = await server.start();
  const context = await browser.newContext();
  try {
    server.show({
      html: widget.html({ endpoint: `${origin}/replay`, backend, isStream: !stream.name.endsWith('.json') }),
      stream,
      folders: { packages: join(packages, 'node_modules'), ...built },
      answers: widget.answers ?? {},
      scripts: widget.bundle ? { '/bundle.js': await bundle(widget.bundle) } : {},
    });
    await routeServices(context, origin);
    const page = await context.newPage();
    await page.goto(origin);
    await widget.ask(page, 'Are boots shipped for free?');
    return await waitUntilQuiet(page, widget, server);
  } finally {
    await context.close();
    await server.stop();
  }
}

/**
 * Answers requests to a vendor's own address with the stream, as slowly as all others. Nothing leaves the
 * machine.
 */
async function routeServices(context: BrowserContext, origin: string): Promise<void> {
  await context.route(
    (url) => url.origin !== origin && /^https?:/.test(url.protocol),
    (route) => route.abort(),
  );
  await context.addInitScript((replay) => {
    const { fetch } = globalThis;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      const isOurs = new URL(request.url).origin === new URL(replay).origin;
      if (isOurs || request.method !== 'POST') return fetch(input, init);
      return fetch(replay, { method: 'POST', signal: request.signal });
    };
  }, `${origin}/replay`);
}

async function waitUntilQuiet(page: Page, widget: WidgetUnderTest, server: ReplayServer): Promise<Sight> {
  let [last, quietMs] = ['', 0];
  for (let passed = 0; passed < PATIENCE_MS && quietMs < QUIET_MS; passed += POLL_MS) {
    await wait(POLL_MS);
    const now = JSON.stringify(await widget.see(page));
    quietMs = server.replays > 0 && now === last ? quietMs + POLL_MS : 0;
    last = now;
  }
  return widget.see(page);
}

async function readBackends(
  streams: readonly ConformanceStream[],
): Promise<readonly (readonly [string, readonly string[]])[]> {
  const named = JSON.parse(await readFile(join(import.meta.dirname, 'backends.json'), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  const known = new Set(Object.values(named).flat());
  const others = streams.map(({ name }) => name).filter((name) => !known.has(name));
  return [...Object.entries(named), [OTHER_STREAMS, others]];
}

function formatScore(score: Score): string {
  const { backend, widget, streams, words, ends, cut, cutSeen, faults } = score;
  const line = `${backend}, ${widget}: words ${words}, ends ${ends} of ${streams}, cut ${cutSeen} of ${cut}`;
  return [line, ...faults].join('\n    ');
}
