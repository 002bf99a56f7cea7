/** Wraps a pure function so that equal arguments in a row give the same result object. */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
  compute: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    if (last && args.every((arg, index) => arg === last?.args[index])) return last.result;
    last = { args, result: compute(...args) };
    return last.result;
  };
}
