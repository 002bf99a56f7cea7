import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Writable } from 'node:stream';
import { ROOT } from './project.ts';

/** How a command ended, and everything it wrote. */
export interface CommandResult {
  /** Exit code; 1 when a signal ended it. */
  readonly code: number;
  /** Both output streams, in the order of arrival. */
  readonly output: string;
}

export interface CommandOptions {
  /** Variables on top of this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Gets a copy of the output while it arrives, such as `process.stdout`. */
  readonly copyTo?: Writable;
  /** Gives it our terminal, so that it can ask. Nothing of what it writes is then in the result. */
  readonly isInteractive?: boolean;
  readonly cwd?: string;
  /** Puts it, and all that it starts, into a process group of its own, so that they are ended together. */
  readonly leadsGroup?: boolean;
}

const running = new Set<ChildProcess>();

/** The environment in which the installed tools, Node included, come before the machine's own. */
export function toolEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // Left by `node --test` for its own children; a `node --test` further down would run nothing.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return { ...inherited, ...extra, PATH: path };
}

/** Runs a command to its end, without a standard input unless it is interactive. Rejects only when it cannot be started. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { env, copyTo, isInteractive = false, cwd = ROOT, leadsGroup = false } = options;
  const child = spawn(command, args, {
    cwd,
    env: toolEnvironment(env),
    stdio: isInteractive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: leadsGroup,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      copyTo?.write(text);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Sends a signal to every command that still runs. */
export function endCommands(signal: NodeJS.Signals): void {
  for (const child of running) kill(child, signal);
}

/** Ends every command that still runs, then this process, when somebody interrupts it. */
export function endCommandsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endCommands(signal);
      process.exit(1);
    });
  }
}

/** Sends a signal to a command and, where it leads a process group, to all that it started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It leads no group, or has ended.
    child.kill(signal);
  }
}
