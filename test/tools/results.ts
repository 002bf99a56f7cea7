/** How a test ended. */
export interface TestResult {
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly reason?: string;
}

/** The results of the tests of a file, or of a command. */
export interface FileResult {
  /** Path of a test file from the root, such as `test/e2e/print.test.ts`, or the name of a command. */
  readonly file: string;
  readonly seconds: number;
  readonly tests: readonly TestResult[];
  /** Everything that the file or the command printed. */
  readonly output?: string;
}

/** Called with the result of each file when the file has ended. */
export type Report = (result: FileResult) => void;

/** `12 passed, 1 failed`, and `, 2 skipped` when any. */
export function formatCounts(tests: readonly TestResult[]): string {
  const count = (name: TestResult['outcome']): number =>
    tests.filter(({ outcome }) => outcome === name).length;
  const skipped = count('skipped');
  return `${count('passed')} passed, ${count('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

/**
 * The result of a file as text: its counts, and each failed or skipped test. With `showsOutput`, or if a test failed, also everything
 * that the file printed.
 */
export function formatFile(result: FileResult, showsOutput = hasFailed(result)): string {
  const { file, seconds, tests, output } = result;
  const head = `${file}: ${formatCounts(tests)} (${seconds.toFixed(1)} s)`;
  const skipped = tests.filter(({ outcome }) => outcome === 'skipped');
  const skips = skipped.map(({ title, reason }) => `  - skipped: ${title}: ${reason}`);
  return [
    head,
    ...formatFailures(result),
    ...skips,
    ...(output && showsOutput ? [output.trimEnd()] : []),
  ].join('\n');
}

/** Each test of a file that failed, as `  ✖ sends once (test/a.test.ts)`, with the reason indented by four. */
export function formatFailures({ file, tests }: FileResult): readonly string[] {
  const failures = tests.filter(({ outcome }) => outcome === 'failed');
  return failures.map(
    ({ title, reason = '' }) => `  ✖ ${title} (${file})\n    ${reason.trimEnd().replaceAll('\n', '\n    ')}`,
  );
}

/** Whether a test of a file failed. */
export function hasFailed({ tests }: FileResult): boolean {
  return tests.some(({ outcome }) => outcome === 'failed');
}

/** A file that could not be run. */
export function failure(file: string, reason: string): FileResult {
  return { file, seconds: 0, tests: [{ title: 'runs', outcome: 'failed', reason }] };
}
