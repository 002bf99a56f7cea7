import { ChatError } from '../../widget/protocol/chat-error.ts';
import { type BackendEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { positiveInteger, type Env } from '../env.ts';
import type { Reading } from '../asked.ts';
import { eventId } from '../signature.ts';
import { pause } from '../timer.ts';
import { streamAnswer } from '../turn/stream.ts';
import type { Reader, TurnRun } from '../turn/turn-run.ts';
import { formatOf } from './formats.ts';
import type { TurnInfo, WireFormat } from './wire-format.ts';

/** A whole answer sends its status line after this many heartbeats, even without a token: a later error has status 200. */
const SILENT_BEATS = 10;

/** Browsers wait for three to five seconds before they reconnect. */
const RETRY = 'retry: 1000\n';

/** Events as text of a body; empty where the format has none for them. */
type Encode = (events: readonly BackendEvent[]) => string;

/**
 * The events of a turn, from `reading.after` on, in the format in which they are wanted: 204 where there are none. Throws the error
 * of a turn that fails before the status line of a whole answer is sent.
 */
export async function respond(run: TurnRun, reading: Reading, env: Env): Promise<Response> {
  const { isStreamed, after } = reading;
  const wire = formatOf(reading.format);
  const info: TurnInfo = { queryId: run.asked.queryId, model: run.model };
  const reader = run.read(isStreamed ? after : 0);
  if (!reader) return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  const heartbeatMs = positiveInteger(env.HEARTBEAT_MS, 400);
  const onLeave = reader.leave;
  if (isStreamed) {
    const next = piecesOf(
      reader.next,
      encoderOf(wire, info, { after, id: reading.hasIds && eventId(run.asked) }),
    );
    const body = streamAnswer({ next, heartbeat: ': beat\n\n', heartbeatMs, onLeave });
    return new Response(body, { headers: { ...STREAM_HEADERS, ...wire.headers } });
  }
  const begun = await fromFirstToken(reader, heartbeatMs * SILENT_BEATS);
  const next = piecesOf(begun, wholeEncoder(wire, info));
  return new Response(streamAnswer({ next, heartbeat: ' ', heartbeatMs, onLeave }), {
    headers: WHOLE_HEADERS,
  });
}

const STREAM_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/event-stream; charset=utf-8',
  'X-Accel-Buffering': 'no',
};

/** A proxy that compresses would hold back the spaces that are the heartbeats of a whole answer. */
const WHOLE_HEADERS = { 'Cache-Control': 'no-store, no-transform', 'Content-Type': 'application/json' };

/** The texts of events; nothing for those that have none in the format. */
function piecesOf(next: Reader['next'], encode: Encode) {
  return async (): Promise<string | undefined> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until an event has something to say in this format
      const events = await next();
      const text = events && encode(events);
      if (text !== '') return text;
    }
  };
}

interface Numbering {
  /** Events that are known already. */
  readonly after: number;
  readonly id: string | false | undefined;
}

function encoderOf(wire: WireFormat, info: TurnInfo, { after, id }: Numbering): Encode {
  let position = after;
  return (events) => {
    let text = '';
    for (const event of events) {
      const blocks = wire.encode(event, info);
      position += 1;
      const isStart = event.type === 'start';
      // Without data it is no message: an `EventSource` only remembers the id.
      if (id && (isStart || blocks !== ''))
        text += withId(blocks || '\n', `${id}:${position}`, isStart ? RETRY : '');
      else text += blocks;
    }
    return text;
  };
}

/** In front of the last block of an event: whoever has lost that one gets the whole event again. */
function withId(blocks: string, id: string, more: string): string {
  const last = blocks.lastIndexOf('\n\n', blocks.length - 3);
  const at = last === -1 ? 0 : last + 2;
  return `${blocks.slice(0, at)}id: ${id}\n${more}${blocks.slice(at)}`;
}

/** Says nothing until the end, and then the whole answer, or the error, as one JSON. */
function wholeEncoder(wire: WireFormat, info: TurnInfo): Encode {
  let text = '';
  return (events) => {
    let json = '';
    for (const event of events) {
      if (event.type === 'token') text += event.token;
      else if (event.type === 'take-back') text = text.slice(0, -event.length);
      else if (event.type === 'done') json = JSON.stringify(wire.whole(text, event, info));
      else if (event.type === 'error') json = JSON.stringify(wire.failure(event));
    }
    return json;
  };
}

/**
 * The events from the first token on. Waits for it, so that a turn that fails before has an error and a status of its own, but no
 * longer than `patienceMs`: nobody who leaves is noticed while nothing is sent. Throws that error.
 */
async function fromFirstToken(reader: Reader, patienceMs: number): Promise<Reader['next']> {
  let ahead: ReturnType<Reader['next']> | undefined = firstWord(reader);
  const events = await Promise.race([ahead, pause(patienceMs)]);
  const failure = events?.find((event) => event.type === 'error');
  if (failure) throw new ChatError(failure.code, failure.message, failure);
  return () => {
    const next = ahead ?? reader.next();
    ahead = undefined;
    return next;
  };
}

/** The first events that hold a token, or the end; undefined when the visitor has left. */
async function firstWord(reader: Reader) {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const events = await reader.next();
    if (!events || events.some((event) => event.type === 'token' || isEnd(event))) return events;
  }
}
