import { startFakeModelServer, type ModelTurn, type Script } from '../fake-model-server.ts';
import { startFakeTurnstile } from '../fake-turnstile.ts';
import { startPlainWorkerd, type PlainWorkerd, type TurnRow } from '../plain-workerd.ts';
import { until } from '../until.ts';
import { Visit, type Question } from './visit.ts';

const AT_ONCE = 10;

/** What a visitor of a race can do. */
export interface Racer {
  /** 0 for the first. */
  readonly index: number;
  /** Asks; `isRaw`: over a socket of its own, which can be broken. */
  ask(question?: Partial<Question>, isRaw?: boolean): Visit;
  /** Resolves when the model has been asked by this visitor. */
  asked(): Promise<ModelTurn>;
  /** Resolves when the Worker waits for this many held calls. */
  held(count: number): Promise<void>;
  /** Resolves when everybody who asks at the same time has come here. */
  together(): Promise<void>;
  /** Resolves when no turn is reserved any more. */
  settled(): Promise<void>;
  /** Lets held calls go on. */
  release(): Promise<void>;
}

/** How many turns came to each end. */
export type Ends = Readonly<Partial<Record<string, number>>>;

/** One way in which turns may end: who asks, who answers, who leaves when, and what has to be in the books then. */
export interface Race {
  readonly name: string;
  /** Of the Worker, besides those that all have. */
  readonly vars?: (turns: number) => Readonly<Record<string, string>>;
  /** `turnstile`: with the bot check. `gateway`: Workers AI through AI Gateway in place of a model server. */
  readonly with?: 'turnstile' | 'gateway';
  /** Calls of this name are held from the start. */
  readonly holds?: 'admit' | 'search';
  readonly model: Script;
  /** What each visitor does. Returns when the visitor has left or has all. */
  readonly visit: (racer: Racer) => Promise<Visit | readonly Visit[]>;
  /** The address of a visitor; one for all without. */
  readonly address?: (index: number) => string;
  /** Turns in the books when all is over, by how they ended. Several: any of them. */
  readonly ends: (turns: number, visits: readonly Visit[]) => readonly Ends[];
  /** Calls of the model that the site has counted. */
  readonly calls: (turns: number, ends: Ends) => number;
  /** Turns that have a line in the log, if not every one that is in the books. */
  readonly lines?: (turns: number) => number;
}

/** The books after a race. */
export interface Balance {
  readonly ends: Ends;
  readonly calls: number;
  /** Counts that differ from what is expected; empty when all is balanced. */
  readonly faults: readonly string[];
}

export interface RaceOptions {
  readonly turns: number;
  /** All objects are killed while turns run, as a deployment does. */
  readonly isRestarted: boolean;
}

/** Runs a race against a Worker of its own, waits until every turn is over, and looks into the books. */
export async function runRace(race: Race, options: RaceOptions): Promise<Balance> {
  const model = await startFakeModelServer();
  const turnstile = await startFakeTurnstile();
  const worker = await startPlainWorkerd({
    vars: {
      SESSION_SECRET: 'a secret of this test, 32 characters or more',
      QUOTA_LIMIT: '1000',
      SITE_DAILY_LIMIT: '100000',
      HEARTBEAT_MS: '50',
      // Whoever leaves has left at once.
      RESUME_SECONDS: '0',
      WATCHED: '1',
      ...(race.with !== 'gateway' && { MODEL_BASE_URL: model.baseUrl }),
      ...(race.with === 'gateway' && { AI_GATEWAY_ID: 'main' }),
      ...(race.with === 'turnstile' && {
        TURNSTILE_SECRET: turnstile.secret,
        TURNSTILE_VERIFY_URL: turnstile.url,
      }),
      ...race.vars?.(options.turns),
    },
    ...(race.with === 'gateway' && { ai: new URL(model.baseUrl).host }),
  });
  try {
    const restarts = options.isRestarted ? restartsOf(worker) : undefined;
    model.reply(async (turn) => {
      await restarts?.atModel();
      await race.model(turn);
    });
    const visits: Visit[] = [];
    for (let first = 0; first < options.turns; first += AT_ONCE) {
      if (race.holds) await worker.hold(race.holds);
      const size = Math.min(AT_ONCE, options.turns - first);
      const crowd = crowdOf(race, { worker, asked: (text) => findTurn(model.turns, text), first, size });
      const leaving = Promise.all(crowd.map((racer) => race.visit(racer)));
      // Its fault is told below, also where it comes while the objects restart.
      leaving.catch(() => undefined);
      await restarts?.atStart();
      visits.push(...(await leaving).flat());
    }
    await until(
      () => model.turns.filter((turn) => !turn.isClosed).length,
      (open) => open === 0,
    );
    const books = await readBooks(race, worker, options.turns, visits);
    return restarts?.count() === 0 ? { ...books, faults: [...books.faults, 'nothing was restarted'] } : books;
  } finally {
    await worker.close();
    await turnstile.close();
    await model.close();
  }
}

/** Kills the objects when turns begin, and again when one in ten has come to the model. */
function restartsOf(worker: PlainWorkerd) {
  let asked = 0;
  let killed = 0;
  const restart = async (): Promise<void> => {
    killed += await worker.restartQuota();
  };
  return {
    async atStart() {
      await until(restart, () => killed > 0);
    },
    async atModel() {
      asked += 1;
      if (asked % AT_ONCE === AT_ONCE / 2) await restart();
    },
    count: () => killed,
  };
}

interface Crowd {
  readonly worker: PlainWorkerd;
  readonly asked: (text: string) => Promise<ModelTurn>;
  readonly first: number;
  readonly size: number;
}

function crowdOf(race: Race, { worker, asked, first, size }: Crowd): Racer[] {
  let arrived = 0;
  return Array.from({ length: size }, (_, offset): Racer => {
    const index = first + offset;
    const text = `question ${index}.`;
    return {
      index,
      ask({ path = '/api/chat', isGet = false, headers = {}, body = {} } = {}, isRaw = false) {
        const address = race.address?.(index) ?? '192.0.2.1';
        return new Visit(
          worker.url,
          {
            path: isGet && path === '/api/chat' ? `${path}?prompt=${encodeURIComponent(text)}` : path,
            isGet,
            headers: { 'CF-Connecting-IP': address, ...headers },
            body: { messages: [{ role: 'user', content: text }], ...body },
          },
          isRaw,
        );
      },
      asked: () => asked(text),
      async held(count) {
        await until(
          () => worker.held(),
          (found) => found >= count,
        );
      },
      async together() {
        arrived += 1;
        await until(
          () => arrived,
          (found) => found >= size,
        );
      },
      async settled() {
        await until(() => worker.turns(), isSettled);
      },
      release: () => worker.hold(''),
    };
  });
}

/** The request of a model server in which the visitor's question stands. */
async function findTurn(turns: readonly ModelTurn[], text: string): Promise<ModelTurn> {
  const find = (): ModelTurn | undefined =>
    turns.find(({ call }) => JSON.stringify(call.body).includes(text));
  await until(
    () => find() !== undefined,
    (isThere) => isThere,
  );
  return find()!;
}

async function readBooks(
  race: Race,
  worker: PlainWorkerd,
  turns: number,
  visits: readonly Visit[],
): Promise<Balance> {
  const rows = await until(() => worker.turns(), isSettled);
  const ends: Record<string, number> = {};
  for (const { state } of rows) ends[state] = (ends[state] ?? 0) + 1;
  const faults: string[] = [];
  const wanted = race.ends(turns, visits);
  if (!wanted.some((some) => isSame(some, ends)))
    faults.push(
      `ended ${JSON.stringify(ends)}, not ${wanted.map((some) => JSON.stringify(some)).join(' or ')}`,
    );
  const states = new Map(rows.map(({ queryId, state }) => [queryId, state]));
  for (const { text } of visits) {
    const id = /(?:"(?:queryId|id)":"|id: )(q_\w+)/.exec(text)?.[1] ?? '';
    if (isComplete(text) && states.get(id) !== 'charged')
      faults.push(`${id} was read to the end and not charged`);
    if (text.includes('"type":"error"') && states.get(id) === 'charged')
      faults.push(`${id} failed and was charged`);
  }
  const calls = race.calls(turns, ends);
  const site = await until(
    () => worker.siteCalls(),
    ({ total }) => total === calls,
  ).catch(() => worker.siteCalls());
  if (site.total !== calls) faults.push(`the site counts ${site.total}, not ${calls}`);
  faults.push(...(await findLogFaults(worker, rows, race.lines?.(turns) ?? rows.length)));
  return { ends, calls: site.total, faults };
}

const isSettled = (rows: readonly TurnRow[]): boolean => rows.every(({ state }) => state !== 'reserved');

function isComplete(text: string): boolean {
  return /"type":"done"|\[DONE\]|"finish_reason":"stop"|"finishReason":"stop"/.test(text);
}

function isSame(some: Ends, other: Ends): boolean {
  const names = new Set([...Object.keys(some), ...Object.keys(other)]);
  return [...names].every((name) => (some[name] ?? 0) === (other[name] ?? 0));
}

/** Each turn has one line. */
async function findLogFaults(
  worker: PlainWorkerd,
  rows: readonly Pick<TurnRow, 'queryId'>[],
  wanted: number,
): Promise<string[]> {
  const idsIn = async (): Promise<string[]> => {
    const log = await worker.logged(/^/);
    return [...log.matchAll(/"event":"turn","queryId":"(q_\w+)"/g)].map(([, id]) => id!);
  };
  const known = new Set(rows.map(({ queryId }) => queryId));
  const ids = await until(idsIn, (found) => found.length >= wanted).catch(idsIn);
  const isSound = ids.length === wanted && new Set(ids).size === wanted && ids.every((id) => known.has(id));
  return isSound ? [] : [`${ids.length} lines of ${new Set(ids).size} turns in the log, not ${wanted}`];
}
