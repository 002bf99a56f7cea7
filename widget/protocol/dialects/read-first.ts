import type { Dialect, Frame, FrameEvent } from './frame.ts';

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
