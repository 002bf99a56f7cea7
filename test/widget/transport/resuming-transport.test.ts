import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../../../widget/protocol/chat-event.ts';
import type { ResumePoint } from '../../../widget/protocol/resume-point.ts';
import { STOPPED, type ChatRequest } from '../../../widget/protocol/transport.ts';
import { HttpTransport } from '../../../widget/transport/http-transport.ts';
import { ResumingTransport, type RestReader } from '../../../widget/transport/resuming-transport.ts';
import { collect } from '../../support/collect.ts';
import { OpenBody } from '../../support/open-body.ts';
import { until } from '../../support/until.ts';
import { ManualClock, readOutcome, REQUEST, responseOf, streamOf } from '../../support/streams.ts';

const ORIGIN = 'https://chat.example';
const TOKENS = ['Hé', 'llo 👋', ' ', '**world**', '\n\n', 'end'];
const START = {
  type: 'start',
  queryId: 'q_1',
  links: { resume: '/api/chat/q_1?key=k', stop: '/stop?key=k' },
};
const EVENTS = [
  START,
  { type: 'sources', sources: [{ id: '1', title: 'A', url: '', snippet: '' }] },
  ...TOKENS.map((token) => ({ type: 'token', token })),
  { type: 'done', queryId: 'q_1', finishReason: 'stop' },
];
const SSE = 'text/event-stream';
const request: ChatRequest = { ...REQUEST, url: `${ORIGIN}/api/chat`, headers: { 'x-tenant': 'a' } };

const blocks = (events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');

/** A response whose body breaks after this many bytes. */
function cutAt(text: string, bytes: number): Response {
  const whole = new TextEncoder().encode(text).slice(0, bytes);
  const reader = streamOf([whole]).getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await reader.read();
      if (value) controller.enqueue(value);
      else controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: { 'content-type': SSE } });
}

/** A backend that sends scripted responses, one for each request. */
class Backend {
  readonly urls: string[] = [];
  readonly inits: RequestInit[] = [];
  readonly clock = new ManualClock();
  /** When each request came, in milliseconds after the first. */
  readonly times: number[] = [];
  readonly #begun = this.clock.now();
  readonly transport: ResumingTransport;
  /** Whether it knows keys: a question with the same key is answered once. */
  hasKeys = false;

  constructor(...script: readonly ((url: URL) => Response | Promise<Response>)[]) {
    const http = new HttpTransport({
      stallTimeoutMs: 0,
      fetch: async (url, init) => {
        this.urls.push(url);
        this.times.push(this.clock.now() - this.#begun);
        this.inits.push(init);
        const answer = script[this.urls.length - 1];
        if (!answer) throw new TypeError('Failed to fetch');
        return answer(new URL(url));
      },
    });
    const rest: RestReader = {
      readRest: (...args) => http.readRest(...args),
      reportStop: (...args) => http.reportStop(...args),
      knowsKeys: () => this.hasKeys,
    };
    this.transport = new ResumingTransport(http, rest, this.clock);
  }

  send(signal = new AbortController().signal, sent = request): AsyncIterable<ChatEvent> {
    return this.transport.send(sent, signal);
  }
}

const restOf = (url: URL): Response =>
  responseOf([blocks(EVENTS.slice(Number(url.searchParams.get('after'))))], SSE);

describe('ResumingTransport', () => {
  describe('on a device that slept', () => {
    it('reconnects at once where the connection is silent', async () => {
      const body = new OpenBody();
      const backend = new Backend(() => body.respond(), restOf);
      const events = backend.send()[Symbol.asyncIterator]();
      body.write(blocks(EVENTS.slice(0, 3)));
      while ((await events.next()).value?.type !== 'token') continue;
      const next = events.next();
      backend.clock.sleep(60_000);
      expect((await next).value?.type).to.equal('reconnecting');
      const types: string[] = [];
      for (let step = await events.next(); !step.done; step = await events.next())
        types.push(step.value.type);
      expect(types.at(-1)).to.equal('done');
      expect([body.isCancelled, backend.times]).to.deep.equal([true, [0, 60_000]]);
      expect(backend.clock.waking).to.equal(0);
    });

    it('keeps a connection on which data has just arrived', async () => {
      const body = new OpenBody();
      const backend = new Backend(() => body.respond());
      const whole = collect(backend.send());
      body.write(blocks(EVENTS.slice(0, 3)));
      await until(
        () => backend.clock.waking,
        (count) => count > 0,
      );
      backend.clock.sleep(1_000);
      body.write(blocks(EVENTS.slice(3)));
      await whole;
      expect(backend.urls.length).to.equal(1);
    });

    it('ends a pause before a retry at once', async () => {
      const backend = new Backend(
        () => cutAt(blocks(EVENTS), 300),
        () => Promise.reject(new TypeError('Failed to fetch')),
        restOf,
      );
      const whole = collect(backend.send());
      await until(
        () => backend.clock.pending,
        (count) => count > 0,
      );
      backend.clock.sleep(10);
      expect((await whole).at(-1)?.type).to.equal('done');
      expect(backend.times).to.deep.equal([0, 0, 10]);
    });
  });

  it('continues the same answer wherever the connection breaks', async () => {
    const whole = blocks(EVENTS);
    const { length } = new TextEncoder().encode(whole);
    const beginning = new TextEncoder().encode(blocks([START])).length;
    for (let bytes = beginning; bytes < length; bytes++) {
      const backend = new Backend(() => cutAt(whole, bytes), restOf);
      const { text, sources, done } = await readOutcome(backend.send());
      expect(text, `cut at ${bytes}`).to.equal(TOKENS.join(''));
      expect(sources).to.have.length(1);
      expect(done?.finishReason).to.equal('stop');
    }
  });

  it('continues when the body ends without the end of the answer, any number of times', async () => {
    const parts = [2, 4, 5, 8].map((end) => (url: URL) => {
      const from = Number(url.searchParams.get('after') ?? 0);
      return responseOf([blocks(EVENTS.slice(from, end))], SSE);
    });
    const backend = new Backend(...parts, restOf);
    expect((await readOutcome(backend.send())).text).to.equal(TOKENS.join(''));
    const rests = backend.urls.slice(1).map((url) => new URL(url).search);
    expect(rests).to.deep.equal(['2', '4', '5', '8'].map((n) => `?key=k&after=${n}`));
  });

  it('requests the rest with the headers of the page and without a body', async () => {
    const backend = new Backend(() => cutAt(blocks(EVENTS), 200), restOf);
    await readOutcome(backend.send());
    const { method, headers, body } = backend.inits[1] ?? {};
    expect([method, new Headers(headers).get('x-tenant'), body]).to.deep.equal(['GET', 'a', undefined]);
  });

  it('reports each interruption once, and marks every event with the resume point after it', async () => {
    const backend = new Backend(() => responseOf([blocks(EVENTS.slice(0, 3))], SSE), restOf);
    const events = await collect(backend.send());
    expect(events.map(({ type }) => type).filter((type) => type === 'reconnecting')).to.have.length(1);
    const points = events.flatMap((event) =>
      'resumePoint' in event ? (event.resumePoint?.after ?? []) : [],
    );
    expect(points).to.deep.equal([1, 2, 3, 8]);
  });

  it('continues from a stored resume point as if the page had never been left', async () => {
    for (let after = 1; after < EVENTS.length; after++) {
      const backend = new Backend(restOf);
      const point: ResumePoint = { url: `${ORIGIN}/api/chat/q_1?key=k`, after, at: backend.clock.now() };
      const rest = await readOutcome(backend.transport.resume(request, point, new AbortController().signal));
      expect(rest.text).to.equal(TOKENS.slice(Math.max(0, after - 2)).join(''));
      expect(rest.done?.finishReason).to.equal('stop');
    }
  });

  for (const status of [204, 400, 404]) {
    it(`ends without an error when the request for the rest is answered with ${status}`, async () => {
      const backend = new Backend(
        () => responseOf([blocks(EVENTS.slice(0, 4))], SSE),
        () => new Response(null, { status }),
      );
      const { text, done } = await readOutcome(backend.send());
      expect([text, done]).to.deep.equal(['Héllo 👋', undefined]);
      expect(backend.urls).to.have.length(2);
    });
  }

  it('retries at once, then after growing pauses, and gives up after a minute', async () => {
    const backend = new Backend(() => responseOf([blocks(EVENTS.slice(0, 3))], SSE));
    const reading = readOutcome(backend.send()).then(() => 'over');
    const tick = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
    while ((await Promise.race([reading, tick()])) !== 'over')
      if (backend.clock.pending > 0) backend.clock.advance(1_000);
    expect(backend.times).to.deep.equal([
      0,
      0,
      ...[1, 3, 7, 15, 23, 31, 39, 47, 55, 63].map((n) => n * 1_000),
    ]);
  });

  describe('with a backend that knows keys', () => {
    const lose = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
    const answer = (): Response => responseOf([blocks(EVENTS)], SSE);
    const keyed = { ...request, key: 'a'.repeat(24) };

    /** The types of the events of a question, and the code of its error. */
    async function ask(backend: Backend): Promise<readonly string[]> {
      const types: string[] = [];
      const read = async (): Promise<void> => {
        for await (const { type } of backend.send(undefined, keyed)) types.push(type);
      };
      const reading = read()
        .catch((error: unknown) => types.push(error instanceof ChatError ? error.code : String(error)))
        .then(() => 'over');
      const tick = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
      while ((await Promise.race([reading, tick()])) !== 'over')
        if (backend.clock.pending > 0) backend.clock.advance(500);
      return types.filter((type) => type !== 'token');
    }

    it('repeats a question whose connection broke before the first event', async () => {
      const backend = new Backend(lose, () => cutAt(blocks(EVENTS), 5), answer);
      backend.hasKeys = true;
      expect(await ask(backend)).to.deep.equal(['reconnecting', 'reconnecting', 'start', 'sources', 'done']);
      expect(backend.times).to.deep.equal([0, 0, 1_500]);
    });

    it('reports a backend that cannot be reached after two more tries', async () => {
      const backend = new Backend(lose, lose, lose, answer);
      backend.hasKeys = true;
      expect(await ask(backend)).to.deep.equal(['reconnecting', 'reconnecting', 'blocked']);
    });

    it('does not repeat a question that the backend has refused', async () => {
      const backend = new Backend(() => new Response('{"code":"model-busy"}', { status: 503 }), answer);
      backend.hasKeys = true;
      expect(await ask(backend)).to.deep.equal(['model-busy']);
    });

    it('does not repeat a question to another backend', async () => {
      expect(await ask(new Backend(lose, answer))).to.deep.equal(['blocked']);
    });
  });

  it('passes on the events of a backend that cannot resume', async () => {
    const plain = [{ type: 'start', queryId: 'q_1' }, ...EVENTS.slice(1, 4)];
    const backend = new Backend(() => responseOf([blocks(plain)], SSE));
    const events = await collect(backend.send());
    expect(events).to.deep.equal([plain[0], plain[1], { type: 'token', token: 'Héllo 👋' }]);
    expect(backend.urls).to.have.length(1);
  });

  it('does not use a resume address of another origin', async () => {
    const start = { ...START, links: { resume: 'https://evil.example/rest' } };
    const backend = new Backend(() => responseOf([blocks([start, ...EVENTS.slice(2, 4)])], SSE), restOf);
    await readOutcome(backend.send());
    expect(backend.urls).to.have.length(1);
  });

  it('tells the backend when the visitor stops the answer, and not when the page is left', async () => {
    for (const [reason, told] of [
      [STOPPED, [`${ORIGIN}/stop?key=k`]],
      [undefined, []],
    ] as const) {
      const leave = new AbortController();
      const backend = new Backend(
        () =>
          new Response(
            new ReadableStream({
              start: (controller) => controller.enqueue(new TextEncoder().encode(blocks(EVENTS.slice(0, 3)))),
            }),
          ),
        () => new Response(null, { status: 204 }),
      );
      const events = backend.send(leave.signal)[Symbol.asyncIterator]();
      await events.next();
      leave.abort(reason);
      await events.next().catch(() => undefined);
      await events.return?.();
      expect(backend.urls.slice(1)).to.deep.equal(told);
      if (told.length > 0) expect(backend.inits[1]).to.include({ method: 'POST', keepalive: true });
    }
  });

  describe('with a backend that repeats its answer from the start', () => {
    const REPLAY = [
      { type: 'start', messageId: 'm' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hmm' },
      { type: 'text-start', id: 't' },
      ...TOKENS.map((delta) => ({ type: 'text-delta', id: 't', delta })),
      { type: 'finish', finishReason: 'stop' },
    ];
    const replayUrl = `${ORIGIN}/api/chat/c_1/stream`;

    it('shows every character once, wherever the connection breaks', async () => {
      const whole = blocks(REPLAY);
      const { length } = new TextEncoder().encode(whole);
      const beginning = new TextEncoder().encode(blocks(REPLAY.slice(0, 1))).length;
      for (let bytes = beginning; bytes < length - 40; bytes += 3) {
        const backend = new Backend(
          () => cutAt(whole, bytes),
          () => responseOf([whole, 'data: [DONE]\n\n'], SSE),
        );
        const { text, reasoning, done } = await readOutcome(
          backend.send(undefined, { ...request, replayUrl }),
        );
        expect([text, reasoning], `cut at ${bytes}`).to.deep.equal([TOKENS.join(''), 'Hmm']);
        expect(done?.finishReason).to.equal('stop');
        expect(backend.urls[1]).to.equal(replayUrl);
      }
    });
  });
});
