import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from '../../widget/build/project.ts';
import type { FileResult, Report, TestResult } from './results.ts';

/** How files of `node:test` are run. */
export interface NodeRun {
  /** How many run at a time. */
  readonly concurrency: number;
  /** Modules that are loaded before each. */
  readonly imports?: readonly string[];
  /** Ends those that run. */
  readonly signal?: AbortSignal | undefined;
}

type EventOf<T extends TestEvent['type']> = Extract<TestEvent, { type: T }>;
type Ended = EventOf<'test:pass' | 'test:fail'>;
type Printed = EventOf<'test:stdout' | 'test:stderr'>;

/** Longer than any file takes on a busy machine. */
const FILE_LIMIT_MS = 900_000;

const END_TEST_FILE = './test/tools/end-test-file.ts';

/** Runs test files, each in a process of its own. Reports each when it has ended, in their order. */
export async function runNodeFiles(
  files: readonly string[],
  { concurrency, imports = [], signal }: NodeRun,
  report: Report,
): Promise<void> {
  const events = run({
    files: [...files],
    cwd: ROOT,
    concurrency,
    execArgv: [END_TEST_FILE, ...imports].map((path) => `--import=${path}`),
    timeout: FILE_LIMIT_MS,
    ...(signal && { signal }),
  });
  let current = new EndedFile('');
  const end = (): void => {
    if (current.tests.length > 0) report(current.result);
  };
  // The events of a file come together. A file that ends its process sends no summary.
  for await (const event of events as AsyncIterable<TestEvent>) {
    if (!isOfFile(event)) continue;
    const path = pathOf(event);
    if (path !== current.path) {
      end();
      current = new EndedFile(path);
    }
    current.add(event);
  }
  end();
}

/** The tests of a file, as they end. */
class EndedFile {
  readonly path: string;
  readonly tests: TestResult[] = [];
  #output = '';
  #milliseconds = 0;

  /** @param path from the root */
  constructor(path: string) {
    this.path = path;
  }

  get result(): FileResult {
    const { path: file, tests } = this;
    return { file, seconds: this.#milliseconds / 1000, tests, output: this.#output };
  }

  add(event: Ended | Printed): void {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') this.#output += event.data.message;
    else {
      this.tests.push(...readTest(event));
      if (event.data.nesting === 0) this.#milliseconds += event.data.details.duration_ms;
    }
  }
}

function isOfFile(event: TestEvent): event is Ended | Printed {
  return ['test:pass', 'test:fail', 'test:stdout', 'test:stderr'].includes(event.type);
}

/** From the root. Tests may be defined in a module that several files import. */
function pathOf({ data }: Ended | Printed): string {
  const { entryFile = data.file ?? '' } = data as { readonly entryFile?: string };
  return relative(ROOT, resolve(ROOT, entryFile));
}

/** Whether an event is of a whole file: one that holds no test, does not load, or whose process failed. */
function isFile({ data: { name, nesting, file } }: Ended): boolean {
  return nesting === 0 && file !== undefined && resolve(ROOT, name) === file;
}

/** Nothing of a suite, unless one of its hooks failed. */
function readTest(event: Ended): readonly TestResult[] {
  const { name, details, file = '', line = 1, skip, todo } = event.data;
  const title = `${name} (${relative(ROOT, file)}:${line})`;
  if (event.type === 'test:fail') {
    const error: Error & { failureType?: unknown } = event.data.details.error;
    if (error.failureType === 'subtestsFailed') return [];
    return [{ title, outcome: 'failed', reason: inspect(error.cause ?? error) }];
  }
  // Also of a suite: its tests are not told.
  const skipped = skip || todo;
  if (skipped)
    return [{ title: name, outcome: 'skipped', reason: skipped === true ? 'without a reason' : skipped }];
  if (details.type === 'suite') return [];
  if (isFile(event)) return [{ title: name, outcome: 'failed', reason: 'it holds no test' }];
  return [{ title: name, outcome: 'passed' }];
}
