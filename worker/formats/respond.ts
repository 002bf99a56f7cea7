import type { ChatEvent } from '../../widget/protocol/chat-event.ts';
import { positiveInteger, type Env } from '../env.ts';
import { errorBody } from '../error-response.ts';
import type { AppContext } from '../ports.ts';
import { STREAM_HEADERS, streamAnswer } from '../turn/stream.ts';
import { fromFirstToken } from './first-token.ts';
import type { TurnInfo, WireFormat } from './wire-format.ts';

/** A whole answer sends its status line after this many heartbeats, even without a token: a later error has status 200. */
const SILENT_BEATS = 10;

/** A turn that runs, and the format in which it is asked for. */
export interface Answering {
  readonly events: AsyncGenerator<ChatEvent, void>;
  readonly wire: WireFormat;
  readonly info: TurnInfo;
  /** Called when the client has gone. */
  readonly onLeave: () => void;
}

/** The turn as a stream. On GET its first block with data has the id, as an `EventSource` expects it. */
export function streamedAnswer(c: AppContext, { events, wire, info, onLeave }: Answering) {
  const encodeOne = c.req.method === 'GET' ? identified(wire, info) : wire.encode;
  const encode = (event: ChatEvent): string => encodeOne(event, info);
  const heartbeat = ': beat\n\n';
  const body = streamAnswer({ events, encode, heartbeat, heartbeatMs: heartbeatMsOf(c.env), onLeave });
  return c.body(body, 200, { ...STREAM_HEADERS, ...wire.headers });
}

/**
 * The turn as one JSON, with a space before it for each heartbeat: `  {"answer":"Hi"}`. Throws the error of a turn that fails
 * before its status line is sent.
 */
export async function wholeAnswer(c: AppContext, { events, wire, info, onLeave }: Answering) {
  const heartbeatMs = heartbeatMsOf(c.env);
  const begun = await fromFirstToken(events, heartbeatMs * SILENT_BEATS);
  const encode = wholeEncoder(c, wire, info);
  const body = streamAnswer({ events: begun, encode, heartbeat: ' ', heartbeatMs, onLeave });
  // A proxy that compresses would hold the spaces back.
  return c.body(body, 200, {
    'Cache-Control': 'no-store, no-transform',
    'Content-Type': 'application/json',
  });
}

/** Milliseconds of silence after which a stream gets a heartbeat: whoever left a silent model is noticed after two. */
export function heartbeatMsOf({ HEARTBEAT_MS }: Env): number {
  return positiveInteger(HEARTBEAT_MS, 400);
}

/** Says nothing until the end, and then the whole answer, or the error, as one JSON. */
function wholeEncoder(c: AppContext, wire: WireFormat, info: TurnInfo) {
  let text = '';
  return (event: ChatEvent): string => {
    if (event.type === 'token') text += event.token;
    if (event.type === 'take-back') text = text.slice(0, -event.length);
    if (event.type === 'done') return JSON.stringify(wire.whole(text, event, info));
    return event.type === 'error' ? JSON.stringify(errorBody(c, event)) : '';
  };
}

/** Puts the id into the first block with data: an EventSource that reconnects tells it, and is not answered again. */
function identified(wire: WireFormat, info: TurnInfo) {
  let id = `id: ${info.queryId}\n`;
  return (event: ChatEvent): string => {
    const blocks = wire.encode(event, info);
    if (blocks === '') return '';
    const text = id + blocks;
    id = '';
    return text;
  };
}
