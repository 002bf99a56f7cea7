import type { ChatEvent } from '../../widget/protocol/chat-event.ts';
import { STREAM_HEADERS, streamAnswer } from '../turn/stream.ts';

/** Somebody who reads the rest of a turn. */
export interface Reader {
  hasLeft: boolean;
}

const HEARTBEAT_MS = 400;

/** Answers with the events that `eventsFor` gives for a reader; `handleLeave` is called when that one has gone again. */
export function streamRest(
  eventsFor: (reader: Reader) => AsyncGenerator<ChatEvent, void>,
  handleLeave: () => void = () => undefined,
): Response {
  const reader = { hasLeft: false };
  const events = eventsFor(reader);
  const body = streamAnswer({
    events,
    encode: (event) => `data: ${JSON.stringify(event)}\n\n`,
    heartbeat: ': beat\n\n',
    heartbeatMs: HEARTBEAT_MS,
    onLeave: () => {
      reader.hasLeft = true;
      handleLeave();
      void events.return();
    },
  });
  return new Response(body, { headers: STREAM_HEADERS });
}
