import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { ROOT } from '../../widget/build/project.ts';
import type { FileResult, Report, TestResult } from './results.ts';

/** Options for running test files of `node:test`. */
export interface NodeRun {
  /** How many files run at a time. */
  readonly concurrency: number;
  /** Modules that are loaded before each file. */
  readonly imports?: readonly string[];
  /** Ends the running files when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

type EventOf<T extends TestEvent['type']> = Extract<TestEvent, { type: T }>;
type Ended = EventOf<'test:pass' | 'test:fail'>;
type Printed = EventOf<'test:stdout' | 'test:stderr'>;

/** Time limit of a file: longer than any takes on a busy machine. */
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
  // All events of one file come in a row. The file has ended when events of another one come: a file that calls `process.exit()`
  // sends no last event.
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

/** Collects the results of a file's tests. */
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

/** Path from the root of the file that was run. A test may be defined in another module, which several files import. */
function pathOf({ data }: Ended | Printed): string {
  const { entryFile = data.file ?? '' } = data as { readonly entryFile?: string };
  return relative(ROOT, resolve(ROOT, entryFile));
}

/** Whether an event is about a whole file. Such events come from files without tests, and from files that do not load or crash. */
function isFile({ data: { name, nesting, file } }: Ended): boolean {
  return nesting === 0 && file !== undefined && resolve(ROOT, name) === file;
}

/** The result in an event; none for the end of a suite, unless one of its hooks failed. */
function readTest(event: Ended): readonly TestResult[] {
  const { name, details, file = '', line = 1, skip, todo } = event.data;
  const title = `${name} (${relative(ROOT, file)}:${line})`;
  if (event.type === 'test:fail') {
    const error: Error & { failureType?: unknown } = event.data.details.error;
    if (error.failureType === 'subtestsFailed') return [];
    return [{ title, outcome: 'failed', reason: inspect(error.cause ?? error) }];
  }
  // Also for a skipped suite: there are no events for its tests.
  const skipped = skip || todo;
  if (skipped)
    return [{ title: name, outcome: 'skipped', reason: skipped === true ? 'without a reason' : skipped }];
  if (details.type === 'suite') return [];
  if (isFile(event)) return [{ title: name, outcome: 'failed', reason: 'it holds no test' }];
  return [{ title: name, outcome: 'passed' }];
}
