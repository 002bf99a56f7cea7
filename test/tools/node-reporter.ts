import { relative, resolve } from 'node:path';
import { inspect } from 'node:util';
import type { TestEvent } from 'node:test/reporters';
import { formatCounts } from './counts.ts';

/**
 * Reporter for `node --test`: each failure in full, skipped tests and why, the output of a file before a failure in it,
 * and a last line `N passed, N failed` that `npm test` adds up.
 */
export default async function* nodeReporter(source: AsyncIterable<TestEvent>): AsyncIterable<string> {
  /** By absolute path: `broken.node.ts` has `Error: the file does not load`. */
  const printed = new Map<string, string>();
  for await (const event of source) {
    switch (event.type) {
      case 'test:stdout':
      case 'test:stderr': {
        const { file = '', message } = event.data;
        const path = resolve(file);
        printed.set(path, `${printed.get(path) ?? ''}${message}`);
        break;
      }
      case 'test:pass':
        if (typeof event.data.skip === 'string')
          yield `  - skipped: ${event.data.name}: ${event.data.skip}\n`;
        break;
      case 'test:fail': {
        const path = resolve(event.data.file ?? '');
        yield describeFailure(event.data);
        yield printed.get(path) ?? '';
        printed.delete(path);
        break;
      }
      case 'test:coverage':
        yield describeCoverage(event.data.summary);
        break;
      case 'test:summary': {
        if (event.data.file !== undefined) break;
        const { tests, passed, skipped, todo } = event.data.counts;
        yield `${formatCounts({ passed, failed: tests - passed - skipped - todo, skipped })}\n`;
      }
    }
  }
}

type CoverageEvent = Extract<TestEvent, { type: 'test:coverage' }>;
type Coverage = CoverageEvent['data']['summary'];

/** One line a file, `worker/log.ts`, and one for all: percent of lines, branches and functions. */
function describeCoverage({ files, totals }: Coverage): string {
  const rows = files.map((file) => ({ ...file, name: relative('.', file.path) }));
  const lines = [
    ...rows.toSorted((a, b) => a.name.localeCompare(b.name)),
    { ...totals, name: 'all files' },
  ].map(({ name, coveredLinePercent, coveredBranchPercent, coveredFunctionPercent }) =>
    [coveredLinePercent, coveredBranchPercent, coveredFunctionPercent]
      .map((percent) => percent.toFixed(1).padStart(9))
      .join('')
      .padStart(29)
      .concat(`  ${name}`),
  );
  return ['  % lines % branch  % funcs  file', ...lines, ''].join('\n');
}

type FailEvent = Extract<TestEvent, { type: 'test:fail' }>;

function describeFailure({ name, file, line, details }: FailEvent['data']): string {
  const error: Error & { failureType?: unknown } = details.error;
  // A parent only repeats that a test inside it failed.
  if (error.failureType === 'subtestsFailed') return '';
  const place = file === undefined ? '' : ` (${relative('.', file)}:${line ?? 1})`;
  const text = inspect(error.cause ?? error).replaceAll('\n', '\n    ');
  return `  ✖ ${name}${place}\n    ${text}\n`;
}
