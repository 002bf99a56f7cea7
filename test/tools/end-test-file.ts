import { after } from 'node:test';

// Loaded before each file of `node --test`: ends a process that does not end by itself after its tests, because a failed
// test left a server open. `--test-force-exit` does so at once, and loses results that the process has not written by then: of
// 76 quick tests it counted 32.

const GRACE_MS = 5_000;

// The runner itself loads this module too; it has no tests.
if (process.env['NODE_TEST_CONTEXT'] !== undefined) {
  let hasEnded = false;
  after(() => {
    setImmediate(() => (hasEnded = true));
    setTimeout(() => process.exit(), GRACE_MS).unref();
  });
  // A test that calls `process.exit(0)` also ends the tests after it, and the runner would report only those before as a full run.
  process.once('exit', () => {
    if (!hasEnded) process.exitCode = 1;
  });
}
