import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Writable } from 'node:stream';
import { ROOT } from './project.ts';

/** The result of a command: its exit code and its output. */
export interface CommandResult {
  /** Exit code; 1 when a signal ended the command. */
  readonly code: number;
  /** Both output streams, in the order of arrival. */
  readonly output: string;
}

export interface CommandOptions {
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives a copy of the output while it arrives, such as `process.stdout`. */
  readonly copyTo?: Writable;
  /** Connects the command to our terminal, so that it can ask questions. The result then contains no output. */
  readonly isInteractive?: boolean;
  readonly cwd?: string;
  /** Starts the command in a process group of its own, so that it can be ended together with all processes that it starts. */
  readonly leadsGroup?: boolean;
}

const running = new Set<ChildProcess>();

/** The environment for commands: the installed tools, including Node, come first in PATH. */
export function toolEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // `node --test` sets this for its child processes; with it, another `node --test` would run nothing.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const path = [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return { ...inherited, ...extra, PATH: path };
}

/** Runs a command until it ends; without standard input, unless it is interactive. Rejects only if it cannot be started. */
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

/** Sends a signal to every running command. */
export function endCommands(signal: NodeJS.Signals): void {
  for (const child of running) kill(child, signal);
}

/** On SIGINT or SIGTERM, ends every running command and then this process. */
export function endCommandsOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endCommands(signal);
      process.exit(1);
    });
  }
}

/** Sends a signal to a command; if it leads a process group, also to all processes that it has started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The command leads no group, or has already ended.
    child.kill(signal);
  }
}
