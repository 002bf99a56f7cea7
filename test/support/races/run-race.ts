import { startFakeModelServer, type ModelTurn, type Script } from '../fake-model-server.ts';
import { startFakeTurnstile } from '../fake-turnstile.ts';
import { startPlainWorkerd, type PlainWorkerd, type TurnRow } from '../plain-workerd.ts';
import { until } from '../until.ts';
import { Visit, type Question } from './visit.ts';

const AT_ONCE = 10;

/** The actions of a visitor in a race. */
export interface Racer {
  /** Number of the visitor, from 0. */
  readonly index: number;
  /** Asks. `isRaw`: over a separate socket, which can be broken. */
  ask(question?: Partial<Question>, isRaw?: boolean): Visit;
  /** Resolves when the model has been asked by this visitor. */
  asked(): Promise<ModelTurn>;
  /** Resolves when this many remote calls of the Worker are held. */
  held(count: number): Promise<void>;
  /** Resolves when all visitors who ask at the same time have called it. */
  together(): Promise<void>;
  /** Resolves when no turn is reserved any more. */
  settled(): Promise<void>;
  /** Releases the held calls. */
  release(): Promise<void>;
}

/** How many turns ended in each state. */
export type Ends = Readonly<Partial<Record<string, number>>>;

/** A race: what the visitors and the model do, and which records the quota must have afterwards. */
export interface Race {
  readonly name: string;
  /** Variables of the Worker, in addition to those of all races. */
  readonly vars?: (turns: number) => Readonly<Record<string, string>>;
  /** `turnstile`: with the bot check. `gateway`: Workers AI through AI Gateway in place of a model server. */
  readonly with?: 'turnstile' | 'gateway';
  /** Remote calls with this name are held from the start. */
  readonly holds?: 'admit' | 'search';
  readonly model: Script;
  /** Runs one visitor. Resolves when the visitor has left or has the whole answer. */
  readonly visit: (racer: Racer) => Promise<Visit | readonly Visit[]>;
  /** The network address of a visitor. Without it, all have the same address. */
  readonly address?: (index: number) => string;
  /** Recorded turns after the race, by state. In a list, each entry is allowed. */
  readonly ends: (turns: number, visits: readonly Visit[]) => readonly Ends[];
  /** Calls of the model that the site has counted. */
  readonly calls: (turns: number, ends: Ends) => number;
  /** How many turns have a line in the log, if not all recorded turns. */
  readonly lines?: (turns: number) => number;
}

/** The quota's records after a race. */
export interface Balance {
  readonly ends: Ends;
  readonly calls: number;
  /** Counts that differ from the expected ones; empty if there are none. */
  readonly faults: readonly string[];
}

export interface RaceOptions {
  readonly turns: number;
  /** Whether all objects are killed while turns run, as by a deployment. */
  readonly isRestarted: boolean;
}

/** Runs a race against a new Worker, waits until every turn has ended, and reads the quota's records. */
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
      // Its error is reported below, also one that occurs while the objects restart.
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

/** Kills the objects when turns begin, and again when one turn in ten has reached the model. */
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

/** The request to the model server that contains the visitor's question. */
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
