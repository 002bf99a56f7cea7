import { relative } from 'node:path';
import { format } from 'node:util';
import type { Reporter, TestResult, TestResultError, TestSession, TestSuiteResult } from '@web/test-runner';
import { formatCounts, type Counts } from './counts.ts';

/**
 * Reporter for @web/test-runner: each failure in full, the logs of the pages, and a last line
 * `N passed, N failed` that `npm test` adds up. A file that does not load is one failure.
 */
export function browserReporter(root: string): Reporter {
  return {
    reportTestFileResults({ sessionsForTestFile, testFile }) {
      for (const session of sessionsForTestFile) {
        for (const line of describeSession(session, relative(root, testFile))) write(line);
      }
    },
    onTestRunFinished({ sessions }) {
      const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
      for (const session of sessions) addSession(counts, session);
      write(formatCounts(counts));
    },
  };
}

/** The runner wraps `console` to redraw a terminal, and leaves the codes for it in every log file. */
function write(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface NamedResult {
  readonly title: string;
  readonly result: TestResult;
}

function addSession(counts: Counts, session: TestSession): void {
  const results = [...flatten(session.testResults)];
  for (const { result } of results) counts[outcomeOf(result)] += 1;
  const isBroken = session.errors.length > 0 || results.length === 0;
  if (isBroken) counts.failed += 1;
}

function outcomeOf(result: TestResult): keyof Counts {
  if (result.skipped) return 'skipped';
  return result.passed ? 'passed' : 'failed';
}

function* describeSession(session: TestSession, file: string): Iterable<string> {
  const results = [...flatten(session.testResults)];
  yield `${file}: ${results.length} tests`;
  if (results.length === 0) yield `  ✖ the file holds no test, or did not load (${file})`;
  for (const path of session.request404s) yield `  ✖ not found: ${path}`;
  for (const error of session.errors) {
    yield `  ✖ beside its tests (${file})`;
    yield* describeError(error);
  }
  for (const { title, result } of results) {
    if (outcomeOf(result) !== 'failed') continue;
    yield `  ✖ ${title} (${file})`;
    if (result.error !== undefined) yield* describeError(result.error);
  }
  for (const log of session.logs) yield `  page log: ${format(...(log as unknown[]))}`;
}

function* describeError(error: TestResultError): Iterable<string> {
  yield `    ${error.name ?? 'Error'}: ${error.message}`;
  if (error.expected !== undefined || error.actual !== undefined) {
    yield `    expected ${error.expected}`;
    yield `    actual   ${error.actual}`;
  }
  for (const frame of (error.stack ?? '').split('\n').slice(0, 8)) {
    if (frame.trim() !== '') yield `      ${frame.trim()}`;
  }
}

function* flatten(suite: TestSuiteResult | undefined, prefix = ''): Iterable<NamedResult> {
  if (suite === undefined) return;
  for (const result of suite.tests) yield { title: `${prefix}${result.name}`, result };
  for (const child of suite.suites) yield* flatten(child, `${prefix}${child.name} › `);
}
