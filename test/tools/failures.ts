/** Lines of one failure that are worth being shown twice. */
const MAX_LINES = 30;

/**
 * The failures in the output of a suite: each line `  ✖ sends once (test/a.test.ts:7)`, with the lines under it that are
 * indented by four. Every runner of this project writes them so.
 */
export function findFailures(output: string): string[] {
  return [...output.matchAll(/^ {2}✖ .*(?:\n {4}.*)*/gm)].map(([failure]) => {
    const lines = failure.split('\n');
    if (lines.length <= MAX_LINES) return failure;
    return [...lines.slice(0, MAX_LINES), `    … ${lines.length - MAX_LINES} more lines`].join('\n');
  });
}
