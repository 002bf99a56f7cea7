/** Whether two lists have the same items, as the same objects. */
export function areSame<T>(some: readonly T[], others: readonly T[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}
