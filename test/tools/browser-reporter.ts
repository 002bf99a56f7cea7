import { relative } from 'node:path';
import { format } from 'node:util';
import type {
  Reporter,
  TestResult as PageTest,
  TestResultError,
  TestSession,
  TestSuiteResult,
} from '@web/test-runner';
import { formatFile, type TestResult } from './results.ts';

/**
 * Reporter for @web/test-runner: sends each file to the process that has started the runner, or prints it where there is none. A
 * file that does not load is one failure.
 */
export function browserReporter(root: string): Reporter {
  let start = performance.now();
  return {
    reportTestFileResults({ sessionsForTestFile, testFile }) {
      const end = performance.now();
      const tests = sessionsForTestFile.flatMap(readSession);
      const logs = sessionsForTestFile.flatMap(logLines).map((line) => `  page log: ${line}\n`);
      const file = relative(root, testFile);
      const result = { file, seconds: (end - start) / 1000, tests, output: logs.join('') };
      // Files run one after the other: the next one starts now.
      start = end;
      if (process.send) process.send(result);
      // The runner wraps `console` to redraw a terminal, and leaves the codes for it in every log file.
      else process.stdout.write(`${formatFile(result)}\n`);
    },
  };
}

function readSession(session: TestSession): readonly TestResult[] {
  const logs = logLines(session);
  const tests = [...flatten(session.testResults)].map(({ title, result }): TestResult => {
    if (result.skipped) return { title, outcome: 'skipped', reason: skipReason(result, logs) };
    if (result.passed) return { title, outcome: 'passed' };
    return { title, outcome: 'failed', reason: describeError(result.error) };
  });
  const problems = [
    ...session.errors.map(describeError),
    ...session.request404s.map((path) => `not found: ${path}`),
  ];
  const title = tests.length === 0 ? 'holds tests, and loads' : 'fails beside its tests';
  if (tests.length > 0 && problems.length === 0) return tests;
  return [...tests, { title, outcome: 'failed', reason: problems.join('\n') }];
}

/** Why a test was skipped. The test runner passes no reason on, so a test that skips itself logs it: see `notApplicable()`. */
function skipReason({ name }: PageTest, logs: readonly string[]): string {
  return logs.find((line) => line.startsWith('not applicable') && line.includes(name)) ?? 'without a reason';
}

function logLines({ logs }: TestSession): readonly string[] {
  return logs.map((log) => format(...(log as unknown[])));
}

function describeError(error: TestResultError | undefined): string {
  const { name = 'Error', message = '', expected, actual, stack = '' } = error ?? {};
  const values = expected ?? actual;
  return [
    `${name}: ${message}`,
    ...(values === undefined ? [] : [`expected ${expected}`, `actual   ${actual}`]),
    ...stack
      .split('\n')
      .slice(0, 8)
      .map((frame) => `  ${frame.trim()}`),
  ].join('\n');
}

function* flatten(
  suite: TestSuiteResult | undefined,
  prefix = '',
): Iterable<{ readonly title: string; readonly result: PageTest }> {
  if (suite === undefined) return;
  for (const result of suite.tests) yield { title: `${prefix}${result.name}`, result };
  for (const child of suite.suites) yield* flatten(child, `${prefix}${child.name} › `);
}
