import { ChatError } from '../../widget/protocol/chat-error.ts';
import { type ChatEvent, isEnd } from '../../widget/protocol/chat-event.ts';

/**
 * The events from the first token on. Waits for it, so that a turn that fails before has an error and a status of its
 * own, but no longer than `patienceMs`: nobody who leaves is noticed while nothing is sent. Throws that error.
 */
export async function fromFirstToken(events: AsyncGenerator<ChatEvent, void>, patienceMs: number) {
  const first = nextWord(events);
  let stopWaiting: (() => void) | undefined;
  const late = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    stopWaiting = () => clearTimeout(timer);
  });
  const event = await Promise.race([first, late]);
  stopWaiting?.();
  if (event?.type === 'error') throw new ChatError(event.code, event.message, event);
  return afterwards(first, events);
}

/** The next token, or the end if there is none; undefined when the visitor has left. */
async function nextWord(events: AsyncGenerator<ChatEvent, void>): Promise<ChatEvent | undefined> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- not `for await`, which would end the turn here
    const { done, value } = await events.next();
    if (done) return undefined;
    if (value.type === 'token' || isEnd(value)) return value;
  }
}

async function* afterwards(first: Promise<ChatEvent | undefined>, rest: AsyncGenerator<ChatEvent, void>) {
  const event = await first;
  if (event) yield event;
  yield* rest;
}
