/**
 * Whether a body begins with a line of the AI SDK's data stream, such as `0:"Hello"`. Undefined while `head` is too short to
 * say.
 *
 * @example
 * isDataStream('0:"Hel'); // true
 * isDataStream('0'); // undefined: '0:"Hel' or a number
 * isDataStream('a: b'); // false
 */
export function isDataStream(head: string): boolean | undefined {
  if (/^[\da-k]$/.test(head)) return undefined;
  return /^[\da-k]:(?:$|["{[])/.test(head);
}
