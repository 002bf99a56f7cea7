/**
 * The index of the menu item to which a key moves focus. Arrows wrap around at both ends; a character moves to the next label
 * that begins with it. Undefined for any other key.
 *
 * @param key the `KeyboardEvent.key`
 * @param index the index of the focused item
 */
export function nextItem(key: string, index: number, labels: readonly string[]): number | undefined {
  const { length } = labels;
  if (key === 'ArrowDown') return (index + 1) % length;
  if (key === 'ArrowUp') return (index - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  // Keys that write nothing have longer names, such as `Shift`.
  if ([...key].length !== 1 || key === ' ') return undefined;
  const start = key.toLocaleLowerCase();
  const order = labels.map((_label, offset) => (index + 1 + offset) % length);
  return order.find((candidate) => labels[candidate]?.toLocaleLowerCase().startsWith(start));
}
