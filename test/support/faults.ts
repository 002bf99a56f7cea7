import { Gate } from './gate.ts';
import { bodyOf, type BackendCall, type Piece } from './page-backend.ts';

const token = (text: string): string => `data: ${JSON.stringify({ type: 'token', token: text })}\n\n`;
const START = 'data: {"type":"start","queryId":"q_1"}\n\n';
const LINKS = { resume: '/api/chat/q_1?key=k', stop: '/api/chat/q_1/stop?key=k' };
const START_WITH_LINKS = `data: ${JSON.stringify({ type: 'start', queryId: 'q_1', links: LINKS })}\n\n`;
const DONE = 'data: {"type":"done","finishReason":"stop"}\n\n';
const HALF_A_FRAME = 'data: {"type":"tok';
const MEGABYTE_WITHOUT_MEANING = `data: {"p":"${'x'.repeat(2 ** 20)}"}\n\n`;
const GARBAGE = Uint8Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 251);

/** Answers one question with a fault, and all later questions without one. */
export class FaultyAnswers {
  /** The rest of the answer waits for this gate: until it opens, the fault lasts. */
  readonly rest = new Gate();
  readonly #fault: Fault;
  #isAsked = false;

  constructor(fault: Fault) {
    this.#fault = fault;
  }

  /**
   * Answers the first question with the fault, later ones with "Again", and a request for the rest with the
   * whole rest.
   */
  answer(call: BackendCall): Response | Promise<Response> {
    if (call.method === 'GET') {
      const events = [START_WITH_LINKS, token('Par'), token('tial'), DONE];
      return stream(call, [this.rest.opened, ...events.slice(Number(call.url.searchParams.get('after')))]);
    }
    if (call.url.pathname.endsWith('/stop')) return new Response(null, { status: 204 });
    if (this.#isAsked) return stream(call, [START, token('Again'), DONE]);
    this.#isAsked = true;
    return this.#fault(call, this.rest.opened);
  }
}

/** Answers a question wrongly; `rest` resolves when the test has seen enough of a lasting fault. */
type Fault = (call: BackendCall, rest: Promise<unknown>) => Response | Promise<Response>;

/** Faults of networks and servers, by name. */
export const FAULTS = {
  'cut before the head': () => Promise.reject(new TypeError('Failed to fetch')),
  'cut before the first token': (call) => stream(call, [START], 'break'),
  'cut in mid-token': (call) => stream(call, [START, token('Par'), HALF_A_FRAME], 'break'),
  'cut before done': (call) => stream(call, [START, token('Par'), token('tial')]),
  'kept, cut before the first token': (call) => stream(call, [START_WITH_LINKS], 'break'),
  'kept, cut in mid-token': (call) => stream(call, [START_WITH_LINKS, token('Par'), HALF_A_FRAME], 'break'),
  'kept, cut before done': (call) => stream(call, [START_WITH_LINKS, token('Par'), token('tial')]),
  'status 400': () => refusal(400),
  'status 401': () => refusal(401),
  'status 403': () => refusal(403),
  'status 404': () => refusal(404),
  'status 413': () => refusal(413),
  'status 429': () => refusal(429),
  'status 500': () => refusal(500),
  'status 502, a page': () => page(502),
  'a page': () => page(200),
  'a picture': (call) => stream(call, [GARBAGE], 'end', 'image/png'),
  nothing: (call) => stream(call, []),
  garbage: (call) => stream(call, [GARBAGE]),
  stall: (call) => stream(call, [START, token('Par'), new Promise(() => undefined)]),
  drip: (call, rest) => stream(call, [...drip(START + token('Par')), rest, ...drip(token('tial') + DONE)]),
  '10 MB': (call, rest) => stream(call, tenMegabytes(rest)),
} satisfies Readonly<Record<string, Fault>>;

function stream(
  call: BackendCall,
  pieces: Iterable<Piece>,
  end?: 'end' | 'break',
  type = 'text/event-stream',
) {
  return new Response(bodyOf(pieces, call, end), { headers: { 'content-type': type } });
}

function refusal(status: number): Response {
  return new Response('{}', { status, headers: { 'content-type': 'application/json' } });
}

function page(status: number): Response {
  return new Response('<!doctype html><title>A page</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  });
}

function* drip(text: string): Generator<Piece> {
  for (const byte of text) {
    yield byte;
    yield Promise.resolve();
  }
}

function* tenMegabytes(rest: Promise<unknown>): Generator<Piece> {
  yield START + token('Par');
  for (let megabyte = 1; megabyte <= 10; megabyte += 1) yield MEGABYTE_WITHOUT_MEANING;
  yield rest;
  yield token('tial') + DONE;
}
