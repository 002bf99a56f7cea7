import { stripVTControlCharacters } from 'node:util';
import { buildChanged } from '../../demo/build/build-all.ts';
import { indexKnowledge } from './local-knowledge.ts';
import { startFront } from './front.ts';
import {
  isPortTaken,
  startOnFreePort,
  startWrangler,
  type WranglerDev,
  type WranglerOptions,
} from './wrangler-dev.ts';

const DEFAULT_PORT = 8787;
const PARENT_CHECK_MS = 500;

/** Wrangler's line for a request of a page, a file or the health: these are not printed, questions are. */
const REQUEST_FOR_A_FILE = /^\[wrangler:info\] (?:GET|HEAD|OPTIONS) /;

/** A `--port` among wrangler's own arguments, and the rest of them. */
export interface PortChoice {
  readonly port: number;
  /** Whether somebody asked for this port. */
  readonly isAsked: boolean;
  readonly args: readonly string[];
}

/** Takes `--port N` (or `--port=N`) out of arguments. Throws when N is no port. */
export function takePort(args: readonly string[]): PortChoice {
  const rest: string[] = [];
  let text: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--port') {
      index += 1;
      text = args[index] ?? '';
    } else if (argument.startsWith('--port=')) text = argument.slice('--port='.length);
    else rest.push(argument);
  }
  if (text === undefined) return { port: DEFAULT_PORT, isAsked: false, args: rest };
  const port = Number(text);
  const isPort = /^\d+$/.test(text) && port >= 1 && port <= 65_535;
  if (!isPort) throw new Error(`--port takes a number from 1 to 65535, not ${JSON.stringify(text)}`);
  return { port, isAsked: true, args: rest };
}

/** Builds, indexes and serves everything on this machine; prints the one URL to open. */
export async function serve(argv: readonly string[]): Promise<WranglerDev> {
  const { port, isAsked, args } = takePort(argv);
  await refuseTakenPort(port, isAsked);
  console.log('Building the widget and indexing the knowledge …');
  await Promise.all([buildChanged(), indexKnowledge(findPersistTo(args))]);
  console.log('Starting the Worker …');
  let isAnnounced = false;
  const printLines = takeLines((line) => {
    if (isAnnounced && !REQUEST_FOR_A_FILE.test(stripVTControlCharacters(line))) console.log(line);
  });
  const wrangler = await startBehindFront(port, {
    args: ['--var', 'LOCAL:1', ...args],
    onOutput: printLines,
  });
  const health = await describeHealth(wrangler);
  isAnnounced = true;
  console.log(`\nOpen ${wrangler.url.href}  (${health}; Ctrl+C ends it)\n`);
  return wrangler;
}

/** Calls back with each whole line of an output that comes in pieces. */
function takeLines(callback: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(callback);
  };
}

/** Starts wrangler behind a {@link startFront}. Where the arguments name an address or a protocol, starts wrangler alone. */
async function startBehindFront(port: number, options: Omit<WranglerOptions, 'port'>): Promise<WranglerDev> {
  if (options.args.some((argument) => /^--(?:ip|local-protocol)\b/.test(argument)))
    return startWrangler({ ...options, port });
  const wrangler = await startOnFreePort(options);
  const front = await startFront(port, Number(wrangler.url.port));
  return {
    ...wrangler,
    url: new URL(`http://localhost:${port}`),
    async stop() {
      front.close();
      await wrangler.stop();
    },
  };
}

/** The folder in which wrangler was told to keep its local data. */
function findPersistTo(args: readonly string[]): string | undefined {
  const index = args.indexOf('--persist-to');
  if (index >= 0) return args[index + 1];
  return args.find((argument) => argument.startsWith('--persist-to='))?.slice('--persist-to='.length);
}

/** Runs `serve` as a program: it stays up until a signal or wrangler's end, and fails with one line. */
export async function runServer(start: () => Promise<WranglerDev>): Promise<void> {
  let wrangler: WranglerDev | undefined;
  const interrupted = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    onParentEnd(resolve);
  });
  const served = start().then(async (server) => {
    wrangler = server;
    const code = await server.ended;
    throw new Error(`wrangler ended with code ${code}: see its last lines above`);
  });
  try {
    await Promise.race([interrupted, served]);
    served.catch(() => undefined);
    await wrangler?.stop();
    process.exit(0);
  } catch (error) {
    console.error(`Cannot serve: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

/**
 * Calls back when the parent process has ended. npm passes a signal to the shell between npm and us, and that shell dies without
 * passing it on.
 */
function onParentEnd(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS).unref();
}

async function refuseTakenPort(port: number, isAsked: boolean): Promise<void> {
  if (!(await isPortTaken(port))) return;
  const other = isAsked ? 'choose another one' : `choose one with: npm start -- --port ${port + 1}`;
  throw new Error(`port ${port} is taken by another program; ${other}`);
}

async function describeHealth(wrangler: WranglerDev): Promise<string> {
  const response = await fetch(new URL('/api/health', wrangler.url));
  const health = (await response.json()) as {
    readonly ok?: boolean;
    readonly provider?: string;
    readonly code?: string;
    readonly detail?: string;
  };
  if (health.detail !== undefined) throw new Error(health.detail);
  if (health.ok !== true) return `not healthy: ${health.code ?? response.status}`;
  return health.provider === 'extractive'
    ? 'no language model: the chat shows what it finds, and reads no pictures or other files'
    : `answers come from: ${health.provider}`;
}
