/** Two clicks within 500 ms are a double click on Windows and macOS; a finger, or a slow hand, takes a little longer. */
export const DOUBLE_PRESS_MS = 600;

let last: EventTarget | null = null;
let pressedAt = 0;

/**
 * Whether a press is the second one on the same control within the time of a double click. A press is a click, made by mouse,
 * finger, key or screen reader. One press is one action: the second one would undo the first.
 */
export function isSecondPress({ timeStamp }: Event, control: EventTarget | null): boolean {
  const isSecond = control === last && timeStamp - pressedAt <= DOUBLE_PRESS_MS;
  last = control;
  pressedAt = timeStamp;
  return isSecond;
}
