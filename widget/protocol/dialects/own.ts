import { readError } from './error.ts';
import type { Dialect, Frame, FrameEvent } from './frame.ts';
import { readTyped } from './typed.ts';

/** The formats of our Worker's frames, and of servers that write as it does. */
const OWN: readonly Dialect[] = [readEnd, readError, readTyped];

/**
 * The events of a frame in our Worker's own format; undefined for any other: all formats are in `index.ts`.
 *
 * @example
 * readOwnFrame(toFrame('{"type":"token","token":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 * readOwnFrame(toFrame('{"choices":[{"delta":{"content":"Hi"}}]}')); // undefined
 */
export function readOwnFrame(frame: Frame): readonly FrameEvent[] | undefined {
  return readFirst(OWN, frame);
}

/** The events of the first dialect that knows a frame. */
export function readFirst(dialects: readonly Dialect[], frame: Frame): readonly FrameEvent[] | undefined {
  for (const dialect of dialects) {
    const events = dialect(frame);
    if (events) return events;
  }
  return undefined;
}

/** `[DONE]` */
export function readEnd({ data }: Frame): readonly FrameEvent[] | undefined {
  return data.trim() === '[DONE]' ? [{ type: 'end' }] : undefined;
}
