import { ChatError } from '../../widget/protocol/chat-error.ts';
import { type BackendEvent, isEnd } from '../../widget/protocol/chat-event.ts';
import { positiveInteger, type Env } from '../env.ts';
import type { ReadOptions } from '../checked-question.ts';
import { eventId } from '../signature.ts';
import { pause } from '../timer.ts';
import { streamAnswer } from '../turn/stream.ts';
import type { Reader, TurnRun } from '../turn/turn-run.ts';
import { formatOf } from './formats.ts';
import type { TurnInfo, WireFormat } from './wire-format.ts';

/**
 * An answer as one JSON sends its status line after this many heartbeats, even before the first token. An error after that comes
 * with status 200.
 */
const SILENT_BEATS = 10;

/** Makes an `EventSource` reconnect after one second. By default browsers wait for three to five. */
const RETRY_FIELD = 'retry: 1000\n';

/** Writes events as text of the response body; empty for events that the format leaves out. */
type Encode = (events: readonly BackendEvent[]) => string;

/**
 * Answers with the events of a turn after the first `after`, in the format that is wanted; with 204 where there are none. Where one
 * JSON is wanted, throws the error of a turn that fails before the status line is sent.
 */
export async function respond(run: TurnRun, reading: ReadOptions, env: Env): Promise<Response> {
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

/** The heartbeats of an answer as one JSON are spaces. Without `no-transform` a proxy that compresses would hold them back. */
const WHOLE_HEADERS = { 'Cache-Control': 'no-store, no-transform', 'Content-Type': 'application/json' };

/** The pieces of the response body. Events that the format leaves out are skipped. */
function piecesOf(next: Reader['next'], encode: Encode) {
  return async (): Promise<string | undefined> => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until an event has text in this format
      const events = await next();
      const text = events && encode(events);
      if (text !== '') return text;
    }
  };
}

interface EventIds {
  /** How many events the client has already. */
  readonly after: number;
  /** The part of event ids that names the turn. Without it events have no ids. */
  readonly id: string | false | undefined;
}

function encoderOf(wire: WireFormat, info: TurnInfo, { after, id }: EventIds): Encode {
  let position = after;
  return (events) => {
    let text = '';
    for (const event of events) {
      const blocks = wire.encode(event, info);
      position += 1;
      const isStart = event.type === 'start';
      // The first event gets an id even in a format that leaves it out: a block without data is no message, but an `EventSource`
      // remembers its id.
      if (id && (isStart || blocks !== ''))
        text += withId(blocks || '\n', `${id}:${position}`, isStart ? RETRY_FIELD : '');
      else text += blocks;
    }
    return text;
  };
}

/** Puts the id before the last block of an event: a client that has lost this block is sent the whole event again. */
function withId(blocks: string, id: string, more: string): string {
  const last = blocks.lastIndexOf('\n\n', blocks.length - 3);
  const at = last === -1 ? 0 : last + 2;
  return `${blocks.slice(0, at)}id: ${id}\n${more}${blocks.slice(at)}`;
}

/** Writes nothing until the end, and then the whole answer or the error as one JSON. */
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
 * Reads up to the first token, so that a turn that fails before it is answered with the status of its error, which is thrown. Waits
 * for `patienceMs` at most: that a client has disconnected is only noticed when bytes are sent.
 */
async function fromFirstToken(reader: Reader, patienceMs: number): Promise<Reader['next']> {
  let ahead: ReturnType<Reader['next']> | undefined = firstToken(reader);
  const events = await Promise.race([ahead, pause(patienceMs)]);
  const failure = events?.find((event) => event.type === 'error');
  if (failure) throw new ChatError(failure.code, failure.message, failure);
  return () => {
    const next = ahead ?? reader.next();
    ahead = undefined;
    return next;
  };
}

/** The first events with a token or the end among them; undefined when the client has left. */
async function firstToken(reader: Reader) {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until the first token
    const events = await reader.next();
    if (!events || events.some((event) => event.type === 'token' || isEnd(event))) return events;
  }
}
