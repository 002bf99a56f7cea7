import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../../widget/build/project.ts';
import { toolEnvironment } from '../../widget/build/run-command.ts';

/**
 * Keeps wrangler from asking the network, counting its users and printing its banner. At this log level it still says when it is
 * ready.
 */
const QUIET_ENV: Readonly<Record<string, string>> = {
  WRANGLER_LOG: 'log',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
};

/** Time wrangler gets to end its children before they are killed. */
const STOP_TIMEOUT_MS = 5000;

export interface WranglerOptions {
  readonly port: number;
  /** Arguments after `wrangler dev --local --port …`. */
  readonly args: readonly string[];
  /** Variables on top of this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gets the output of wrangler and the Worker from the time when they are ready. */
  readonly onOutput?: (text: string) => void;
}

/** A running `wrangler dev --local`. */
export interface WranglerDev {
  readonly url: URL;
  /** Everything written so far, without colours. */
  readonly output: () => string;
  /** Resolves with the exit code when it ends, for whatever reason. */
  readonly ended: Promise<number>;
  /** Ends it and its children; resolves when they are gone. */
  stop(): Promise<void>;
}

/** Starts the Worker in workerd and resolves when it takes requests. Rejects with one line when it cannot. */
export async function startWrangler(options: WranglerOptions): Promise<WranglerDev> {
  const { port, args, env = {}, onOutput } = options;
  const child = spawn('wrangler', ['dev', '--local', '--port', String(port), ...args], {
    cwd: ROOT,
    env: toolEnvironment({ ...QUIET_ENV, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that workerd is reached too.
    detached: true,
  });
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1)).once('close', (code) => resolve(code ?? 1));
  });
  const kill = (signal: NodeJS.Signals): void => killGroup(child.pid, signal);
  const killNow = (): void => kill('SIGKILL');
  process.once('exit', killNow);
  void ended.then(() => process.off('exit', killNow));

  let output = '';
  let isReady = false;
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += stripVTControlCharacters(text);
        if (isReady) onOutput?.(text);
        else if (/\bReady on http/.test(output)) {
          isReady = true;
          resolve();
        }
      });
    }
  });
  const stop = async (): Promise<void> => {
    kill('SIGTERM');
    const timer = setTimeout(killNow, STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  };

  const failed = await Promise.race([ready.then(() => undefined), ended]);
  if (failed !== undefined) throw new Error(`wrangler ended with code ${failed}: ${findReason(output)}`);
  return { url: new URL(`http://localhost:${port}`), output: () => output, ended, stop };
}

/**
 * As {@link startWrangler}, on a port that nothing listens on. Another process may take that port before wrangler does: then it starts
 * on another one.
 */
export async function startOnFreePort(
  options: Omit<WranglerOptions, 'port'>,
  attempts = 3,
): Promise<WranglerDev> {
  try {
    return await startWrangler({ ...options, port: await findFreePort() });
  } catch (error) {
    const isTaken = error instanceof Error && error.message.includes('Address already in use');
    if (!isTaken || attempts === 1) throw error;
    return startOnFreePort(options, attempts - 1);
  }
}

/** A port of this machine that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether something listens on a port of this machine already. */
export async function isPortTaken(port: number): Promise<boolean> {
  const results = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)));
  return results.includes(false);
}

function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    // Any other failure (a machine without IPv6) does not say that the port is taken.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function findReason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /\bERROR\b/.test(line)) ?? lines.findLast((line) => line !== '');
  return error?.replace(/^✘?\s*\[ERROR\]\s*/, '') ?? 'it wrote nothing';
}
