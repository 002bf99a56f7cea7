import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { CACHE } from '../../widget/build/project.ts';
import type { TurnRun } from '../../worker/turn/turn-run.ts';
import { builtWorker } from './built-worker.ts';

/** A turn's row in a quota object. */
export interface TurnRow {
  /** Id of the turn; for a turn in a Durable Object followed by the name of its run: `q_1f4b….5e0c1a2b`. */
  readonly id: string;
  readonly queryId: string;
  readonly state: string;
}

/** The model calls of all visitors of a day, which count against `SITE_DAILY_LIMIT`. */
export interface SiteCalls {
  readonly total: number;
}

/** The built Worker in workerd, without a proxy in front, so that it notices disconnects and aborts of clients itself. */
export interface PlainWorkerd {
  readonly url: URL;
  /** The same Worker in another isolate, with the same Durable Objects. In production, two requests may run in different isolates. */
  readonly otherUrl: URL;
  readonly pid: number;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** POSTs a body to the chat. */
  ask(body: unknown, query?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The rows of all quota objects. */
  turns(): Promise<readonly TurnRow[]>;
  /** How many model calls are counted for the whole site. */
  siteCalls(): Promise<SiteCalls>;
  /** Makes remote calls with this name, such as `admit`, wait from now on; with an empty name, none. Needs the var WATCHED. */
  hold(call: 'admit' | 'search' | ''): Promise<void>;
  /** How many calls have waited since the last call of `hold`, including those that still wait. */
  held(): Promise<number>;
  /** The remote calls that have begun. Needs the var WATCHED. */
  calls(): Promise<readonly string[]>;
  /**
   * Kills the quota objects, as a deployment does; the next request starts them again from their storage. Resolves with
   * their number.
   */
  restartQuota(): Promise<number>;
  /** Kills the objects of turns. Resolves with their number. */
  restartTurns(): Promise<number>;
  /** The memory that turns use in their objects, and the number of their readers; with an id, of one turn only. */
  kept(queryId?: string): Promise<TurnRun['kept']>;
  /** Milliseconds for which objects of turns have been awake, as far as this is asked while they are. */
  awake(): Promise<number>;
  /** Sends a request to a quota object that only the test uses. */
  askObject(
    path: 'QUOTA/admit' | 'QUOTA/settle' | 'QUOTA/rows' | 'QUOTA/site',
    body: object,
  ): Promise<unknown>;
  /** Rows that the quota objects have written. */
  rowsWritten(): Promise<number>;
  /**
   * Everything the Worker has logged, as soon as it matches: the Worker logs a little after its response.
   * Rejects after five seconds.
   */
  logged(pattern: RegExp): Promise<string>;
  /** The lines that the Worker has logged so far, without workerd's own. */
  log(): string;
  close(): Promise<void>;
}

export interface PlainWorkerdOptions {
  readonly vars?: Readonly<Record<string, string>>;
  /** Address of a server that the Workers AI binding calls; without it there is no such binding. */
  readonly ai?: string;
  /** Another module to run instead of the Worker, for comparison. It can import the Worker from `./index.js`. */
  readonly script?: string;
  /** Folder for the storage of the objects, which is kept after the process; without it, the storage is deleted at the end. */
  readonly state?: string;
  /** Host and port of another {@link PlainWorkerd}, which the script reaches as the service `OBJECTS`. */
  readonly objects?: string;
  /**
   * Whether objects write nothing to the disk. Writing costs CPU that production does not spend in the Worker: there storage is
   * elsewhere. For each object of a turn, which stores nothing, workerd creates a database of five files with four `fsync` (3.7 ms),
   * and it calls `fsync` whenever turns are counted (1.5 ms per turn). Tests cannot inspect objects of turns then, because these run
   * in a separate isolate.
   */
  readonly isDiskFree?: boolean;
}

// workerd is installed with wrangler, but without types.
const { default: WORKERD } = createRequire(import.meta.url)('workerd') as { default: string };

/** An in-memory folder of Linux. */
const MEMORY_DISK = '/dev/shm';

const COMPATIBILITY_DATE = '2026-11-17';

/** Builds the Worker as `wrangler deploy` does and starts it. */
export async function startPlainWorkerd(options: PlainWorkerdOptions = {}): Promise<PlainWorkerd> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'workerd-'));
  await writeFile(join(folder, 'index.js'), await builtWorker());
  const { script } = options;
  if (script === undefined)
    await cp(join(import.meta.dirname, 'inspected-worker.mjs'), join(folder, 'main.js'));
  else await writeFile(join(folder, 'main.js'), script);
  await mkdir(join(folder, 'state'));
  const memory =
    options.isDiskFree && existsSync(MEMORY_DISK) ? await mkdtemp(join(MEMORY_DISK, 'workerd-')) : undefined;
  await writeFile(join(folder, 'config.capnp'), configOf({ ...options, ...(memory && { state: memory }) }));
  const child = spawn(WORKERD, ['serve', 'config.capnp', '--experimental', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const logged = async (pattern: RegExp): Promise<string> => {
    const signal = AbortSignal.timeout(5000);
    while (!pattern.test(output)) {
      const written = streams.map((stream) => once(stream, 'data', { signal }));
      await Promise.race(written).catch(() => assert.match(output, pattern));
    }
    return output;
  };
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const control = child.stdio[3] as Readable;
  const ports = await Promise.race([readPorts(control), ended.then(() => undefined)]);
  if (ports === undefined) throw new Error(`workerd did not start: ${output}`);
  const [url, otherUrl] = ['http', 'other'].map((name) => new URL(`http://127.0.0.1:${ports.get(name)}`));
  if (!url || !otherUrl) throw new Error('no two sockets');
  const fetchFrom = (path: string, init?: RequestInit): Promise<Response> => fetch(new URL(path, url), init);
  /** Repeats the request while it fails: an object that is being restarted does not answer. */
  const inspect = async <T>(path: string): Promise<T> => {
    let response = await fetchFrom(`/inspect/${path}`);
    while (!response.ok) response = await fetchFrom(`/inspect/${path}`);
    return (await response.json()) as T;
  };
  return {
    url,
    otherUrl,
    pid: child.pid ?? 0,
    fetch: fetchFrom,
    ask: (body, query = '', headers = {}) =>
      fetchFrom(`/api/chat${query}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    turns: async () => {
      const { rows } = await inspect<{ rows: Omit<TurnRow, 'queryId'>[] }>('rows');
      return rows.map((row) => ({ ...row, queryId: row.id.replace(/\..*/, '') }));
    },
    siteCalls: () => inspect('site'),
    calls: () => inspect('calls'),
    kept: async (queryId = '') =>
      (await fetchFrom('/inspect/kept', { method: 'POST', body: queryId })).json() as Promise<
        TurnRun['kept']
      >,
    hold: (call) => inspect(`hold/${call}`),
    held: () => inspect('held'),
    restartQuota: () => inspect('restart'),
    awake: () => inspect('awake'),
    restartTurns: () => inspect('restart-turns'),
    askObject: async (path, body) =>
      (await fetchFrom(`/inspect/${path}`, { method: 'POST', body: JSON.stringify(body) })).json(),
    rowsWritten: () => inspect('written'),
    logged,
    log: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .join('\n'),
    async close() {
      kill();
      await ended;
      process.off('exit', kill);
      await Promise.all([folder, memory].map((path) => path && rm(path, { recursive: true, force: true })));
    },
  };
}

async function readPorts(control: Readable): Promise<ReadonlyMap<string, number> | undefined> {
  const ports = new Map<string, number>();
  for await (const line of createInterface({ input: control })) {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port?: number };
    if (event === 'listen' && port !== undefined) ports.set(socket, port);
    if (ports.size === 2) return ports;
  }
  return undefined;
}

/** A namespace of objects. */
interface Namespace {
  readonly binding: string;
  readonly className: string;
  readonly settings: string;
  /** The service in which they run. */
  readonly service: 'main' | 'turns';
}

/** The namespace of each kind of object that a module has. */
function namespacesOf({ script, isDiskFree }: PlainWorkerdOptions): readonly Namespace[] {
  if (script !== undefined) return [];
  const turns = isDiskFree ? 'turns' : 'main';
  return [
    {
      binding: 'QUOTA',
      className: 'Books',
      settings: 'uniqueKey = "quota", enableSql = true',
      service: 'main',
    },
    { binding: 'RESUME', className: 'RunningTurn', settings: 'uniqueKey = "resume"', service: turns },
  ];
}

function configOf(options: PlainWorkerdOptions): string {
  const { vars = {}, ai, state = 'state', objects: address, isDiskFree } = options;
  const namespaces = namespacesOf(options);
  const texts = Object.entries(vars).map(
    ([name, value]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)})`,
  );
  const wrapped =
    '(name = "AI", wrapped = (moduleName = "cloudflare-internal:ai-api", innerBindings = [(name = "fetcher", service = "ai")]))';
  const bindings = [
    ...texts,
    ...namespaces.map(
      ({ binding, className, service }) =>
        `(name = "${binding}", durableObjectNamespace = (className = "${className}", serviceName = "${service}"))`,
    ),
    ...(ai === undefined ? [] : [wrapped]),
    ...(address === undefined ? [] : ['(name = "OBJECTS", service = "objects")']),
  ].join(', ');
  const classesOf = (name: string): string =>
    namespaces
      .filter(({ service }) => service === name)
      .map(({ className, settings }) => `(className = "${className}", ${settings})`)
      .join(', ');
  const worker = (name: string, storage = ''): string => `const ${name} :Workerd.Worker = (
  modules = [
    (name = "main.js", esModule = embed "main.js"),
    (name = "index.js", esModule = embed "index.js"),
  ],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  bindings = [${bindings}],
  durableObjectNamespaces = [${classesOf(name)}],
  ${storage}
);
`;
  const server = ai === undefined ? '' : `(name = "ai", external = (address = "${ai}", http = ())),`;
  const other =
    address === undefined ? '' : `(name = "objects", external = (address = "${address}", http = ())),`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${isDiskFree ? '(name = "turns", worker = .turns),' : ''}
    (name = "main", worker = .main), (name = "other", worker = .other), ${server} ${other}
    (name = "state", disk = (path = "${state}", writable = true)),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [
    (name = "http", address = "127.0.0.1:0", http = (), service = "main"),
    (name = "other", address = "127.0.0.1:0", http = (), service = "other"),
  ],
);
${worker('main', 'durableObjectStorage = (localDisk = "state"),')}
${isDiskFree ? worker('turns', 'durableObjectStorage = (inMemory = void),') : ''}
${worker('other')}`;
}
