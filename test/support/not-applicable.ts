/**
 * Ends a test that this browser cannot run, and prints the reason: the test runner counts it as skipped and shows what a page
 * logs.
 */
export function notApplicable(test: Mocha.Context, reason: string): never {
  console.log(`not applicable: ${test.test?.fullTitle()}: ${reason}`);
  return test.skip();
}
