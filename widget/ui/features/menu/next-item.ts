/**
 * The index of the item to which a key moves focus in a menu: arrows go around its ends, a character goes to the next label
 * that begins with it. Undefined for any other key.
 *
 * @param key as in `KeyboardEvent.key`
 * @param index of the item that has focus
 */
export function nextItem(key: string, index: number, labels: readonly string[]): number | undefined {
  const { length } = labels;
  if (key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowUp') return (index - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  // The name of a key that writes nothing is longer: `Shift`.
  if ([...key].length !== 1 || key === ' ') return undefined;
  const start = key.toLocaleLowerCase();
  const order = labels.map((_label, offset) => (index + 1 + offset) % length);
  return order.find((candidate) => labels[candidate]?.toLocaleLowerCase().startsWith(start));
}
