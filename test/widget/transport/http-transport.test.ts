import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../../../widget/protocol/chat-event.ts';
import { HttpTransport } from '../../../widget/transport/http-transport.ts';
import {
  ManualClock,
  readOutcome,
  readResponse,
  REQUEST,
  responseOf,
  transportFor,
} from '../../support/streams.ts';

const EVENTS = 'text/event-stream';
const TOKEN = 'data: {"response":"Hi"}\n\n';
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';

/** A body that the test feeds by hand. */
class OpenBody {
  isCancelled = false;
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
  }

  write(text: string): void {
    this.#controller.enqueue(new TextEncoder().encode(text));
  }

  break(): void {
    this.#controller.error(new TypeError('Load failed'));
  }

  respond(init: ResponseInit = {}): Response {
    return new Response(this.stream, { ...init, headers: { 'content-type': EVENTS } });
  }
}

async function catchError(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

async function catchChatError(promise: Promise<unknown>): Promise<ChatError> {
  const error = await catchError(promise);
  expect(error).to.be.instanceOf(ChatError);
  return error as ChatError;
}

function failWith(status: number, body: string, headers: Record<string, string> = {}): Promise<ChatError> {
  return catchChatError(readResponse(responseOf([body], 'application/json', { status, headers })));
}

function iterate(transport: HttpTransport, signal = new AbortController().signal): AsyncIterator<ChatEvent> {
  return transport.send(REQUEST, signal)[Symbol.asyncIterator]();
}

describe('HttpTransport', () => {
  it('POSTs the body as JSON with the page its headers and credentials', async () => {
    const calls: [string, RequestInit][] = [];
    const transport = new HttpTransport({
      stallTimeoutMs: 0,
      fetch: (url, init) => {
        calls.push([url, init]);
        return Promise.resolve(responseOf(['data: [DONE]\n\n'], EVENTS));
      },
    });
    const request = { ...REQUEST, headers: { 'x-tenant': 'a', 'Content-Type': 'application/json; v=2' } };
    await readOutcome(transport.send({ ...request, credentials: 'include' }, new AbortController().signal));
    const [[url, init] = []] = calls;
    const headers = new Headers(init?.headers);
    expect(url).to.equal('/api/chat');
    expect(init?.method).to.equal('POST');
    expect(init?.body).to.equal('{"messages":[{"role":"user","content":"Hi"}]}');
    expect(init?.credentials).to.equal('include');
    expect(headers.get('x-tenant')).to.equal('a');
    expect(headers.get('content-type')).to.equal('application/json; v=2');
    expect(headers.get('accept')).to.include('text/event-stream');
  });

  it('sends nothing before it is iterated, and nothing when it is aborted already', async () => {
    let calls = 0;
    const transport = new HttpTransport({
      stallTimeoutMs: 0,
      fetch: () => {
        calls++;
        return Promise.resolve(responseOf([], EVENTS));
      },
    });
    const events = transport.send(REQUEST, AbortSignal.abort('gone'));
    expect(calls).to.equal(0);
    expect(await catchError(readOutcome(events))).to.equal('gone');
    expect(calls).to.equal(0);
  });

  it('joins what arrived together into one token', async () => {
    const events: ChatEvent[] = [];
    const response = responseOf([TOKEN + TOKEN + TOKEN, TOKEN, 'data: [DONE]\n\n'], EVENTS);
    for await (const event of transportFor(response).send(REQUEST, new AbortController().signal))
      events.push(event);
    expect(events).to.deep.equal([
      { type: 'token', token: 'HiHiHi' },
      { type: 'token', token: 'Hi' },
      { type: 'done' },
    ]);
  });

  it('gives each read its token at once, without waiting for the next', async () => {
    const body = new OpenBody();
    const events = iterate(transportFor(body.respond()));
    body.write(TOKEN);
    expect((await events.next()).value).to.deep.equal({ type: 'token', token: 'Hi' });
    await events.return?.();
    expect(body.isCancelled).to.equal(true);
  });

  describe('at the end', () => {
    it('stops reading after done and cancels the body', async () => {
      const body = new OpenBody();
      body.write(`${TOKEN}data: {"type":"done"}\n\n${TOKEN}`);
      expect((await readResponse(body.respond())).text).to.equal('Hi');
      expect(body.isCancelled).to.equal(true);
    });

    it('stops reading after an error', async () => {
      const body = new OpenBody();
      body.write(`${TOKEN}data: {"error":"x"}\n\n${TOKEN}`);
      const { text, errorCodes, done } = await readResponse(body.respond());
      expect({ text, errorCodes, done }).to.deep.equal({
        text: 'Hi',
        errorCodes: ['model-failed'],
        done: undefined,
      });
    });

    it('ends without done when the body ends early', async () => {
      expect((await readResponse(responseOf([TOKEN], EVENTS))).done).to.equal(undefined);
    });

    it('ends without done when the body is empty', async () => {
      expect((await readResponse(new Response(null, { status: 204 }))).done).to.equal(undefined);
      expect((await readResponse(responseOf([], EVENTS))).done).to.equal(undefined);
    });

    it('is not fooled by empty data lines between frames', async () => {
      expect((await readResponse(responseOf([TOKEN, 'data:\n\n', TOKEN], EVENTS))).done).to.equal(undefined);
    });

    it('takes the usage that follows the finish reason into done', async () => {
      const usage = 'data: {"response":"","usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n';
      const { done } = await readResponse(responseOf([TOKEN, FINISH, usage], EVENTS));
      expect(done).to.deep.equal({
        type: 'done',
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 2 },
      });
    });

    it('is done when the connection breaks after the finish reason', async () => {
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond()));
      body.write(TOKEN + FINISH);
      expect((await events.next()).value).to.deep.equal({ type: 'token', token: 'Hi' });
      body.break();
      expect((await events.next()).value).to.deep.equal({ type: 'done', finishReason: 'stop' });
      expect((await events.next()).done).to.equal(true);
    });

    it('is truncated when the connection breaks before', async () => {
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond()));
      body.write(TOKEN);
      await events.next();
      body.break();
      const error = await catchChatError(events.next());
      expect(error.code).to.equal('truncated');
      expect(error.cause).to.be.instanceOf(TypeError);
    });
  });

  describe('when the caller aborts', () => {
    it('throws the reason and cancels a body that knows nothing of the signal', async () => {
      const body = new OpenBody();
      const controller = new AbortController();
      const events = iterate(transportFor(body.respond()), controller.signal);
      body.write(TOKEN);
      await events.next();
      const next = catchError(events.next());
      controller.abort('enough');
      expect(await next).to.equal('enough');
      expect(body.isCancelled).to.equal(true);
    });

    it('throws the reason while the response is awaited', async () => {
      const controller = new AbortController();
      const transport = new HttpTransport({
        stallTimeoutMs: 0,
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
          }),
      });
      const next = catchError(iterate(transport, controller.signal).next());
      controller.abort('enough');
      expect(await next).to.equal('enough');
    });

    it('throws the reason even when the answer was whole', async () => {
      const body = new OpenBody();
      const controller = new AbortController();
      const events = iterate(transportFor(body.respond()), controller.signal);
      body.write(TOKEN + FINISH);
      await events.next();
      const next = catchError(events.next());
      controller.abort('enough');
      expect(await next).to.equal('enough');
    });
  });

  describe('when nothing comes', () => {
    it('is stalled after the timeout, and aborts the request', async () => {
      const clock = new ManualClock();
      let isAborted = false;
      const transport = new HttpTransport({
        clock,
        stallTimeoutMs: () => 500,
        fetch: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              isAborted = true;
              reject(new TypeError('Failed to fetch'));
            });
          }),
      });
      const next = catchChatError(iterate(transport).next());
      clock.advance(499);
      expect(isAborted).to.equal(false);
      clock.advance(1);
      expect((await next).code).to.equal('stalled');
      expect(isAborted).to.equal(true);
    });

    it('counts every byte as life, a comment too', async () => {
      const clock = new ManualClock();
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond(), { clock, stallTimeoutMs: 500 }));
      body.write(TOKEN);
      await events.next();
      clock.advance(400);
      body.write(`: beat\n\n${TOKEN}`);
      await events.next();
      clock.advance(499);
      body.write(TOKEN);
      expect((await events.next()).value).to.deep.equal({ type: 'token', token: 'Hi' });
      const next = catchChatError(events.next());
      clock.advance(500);
      expect((await next).code).to.equal('stalled');
      expect(body.isCancelled).to.equal(true);
    });

    it('is done, not stalled, when a finished answer lingers open', async () => {
      const clock = new ManualClock();
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond(), { clock, stallTimeoutMs: 30_000 }));
      body.write(TOKEN + FINISH);
      await events.next();
      const next = events.next();
      clock.advance(5_000);
      expect((await next).value).to.deep.equal({ type: 'done', finishReason: 'stop' });
      expect(body.isCancelled).to.equal(true);
    });

    it('waits for ever when the timeout is 0', async () => {
      const clock = new ManualClock();
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond(), { clock, stallTimeoutMs: 0 }));
      body.write(TOKEN);
      await events.next();
      expect(clock.pending).to.equal(0);
      await events.return?.();
    });

    it('leaves no timer behind', async () => {
      const clock = new ManualClock();
      const transport = transportFor(responseOf([TOKEN, 'data: [DONE]\n\n'], EVENTS), {
        clock,
        stallTimeoutMs: 500,
      });
      await readOutcome(transport.send(REQUEST, new AbortController().signal));
      expect(clock.pending).to.equal(0);
    });
  });

  describe('when no response comes', () => {
    it('is blocked, with the cause', async () => {
      const cause = new TypeError('Failed to fetch');
      const transport = new HttpTransport({ stallTimeoutMs: 0, fetch: () => Promise.reject(cause) });
      const error = await catchChatError(iterate(transport).next());
      expect(error.code).to.equal('blocked');
      expect(error.cause).to.equal(cause);
    });

    it('is offline when the browser says so', async () => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      try {
        const transport = new HttpTransport({
          stallTimeoutMs: 0,
          fetch: () => Promise.reject(new TypeError('x')),
        });
        expect((await catchChatError(iterate(transport).next())).code).to.equal('offline');
      } finally {
        Reflect.deleteProperty(navigator, 'onLine');
      }
    });
  });

  describe('when the status is bad', () => {
    it('takes the code of the body', async () => {
      const error = await failWith(
        429,
        '{"type":"error","code":"quota-exceeded","message":"x","retryAfter":60}',
      );
      expect([error.code, error.retryAfter]).to.deep.equal(['quota-exceeded', 60]);
    });

    it('takes a nested code or type', async () => {
      expect((await failWith(400, '{"error":{"code":"context_length_exceeded"}}')).code).to.equal(
        'too-large',
      );
      expect((await failWith(529, '{"type":"error","error":{"type":"overloaded_error"}}')).code).to.equal(
        'model-busy',
      );
    });

    it('takes the code of the status when the body has none that we know', async () => {
      expect((await failWith(429, '{"error":{"type":"who_knows"}}')).code).to.equal('rate-limited');
      expect((await failWith(503, '<h1>Busy</h1>')).code).to.equal('model-busy');
      expect((await failWith(502, '')).code).to.equal('model-failed');
      expect((await failWith(404, 'not found')).code).to.equal('bad-request');
    });

    it('reads Retry-After in seconds and as a date', async () => {
      expect((await failWith(429, '{}', { 'retry-after': '120' })).retryAfter).to.equal(120);
      const clock = new ManualClock();
      const date = new Date(clock.now() + 90_000).toUTCString();
      const response = responseOf(['{}'], 'application/json', {
        status: 503,
        headers: { 'retry-after': date },
      });
      expect((await catchChatError(iterate(transportFor(response, { clock })).next())).retryAfter).to.equal(
        90,
      );
    });

    it('makes nothing of a Retry-After that is neither', async () => {
      expect((await failWith(429, '{}', { 'retry-after': '-5' })).retryAfter).to.equal(undefined);
      expect((await failWith(429, '{}', { 'retry-after': 'soon' })).retryAfter).to.equal(undefined);
    });

    it('reads at most 64 KB of the body', async () => {
      const body = new OpenBody();
      for (let kilobytes = 0; kilobytes < 65; kilobytes++) body.write('x'.repeat(1024));
      expect((await catchChatError(readResponse(body.respond({ status: 500 })))).code).to.equal(
        'model-failed',
      );
      expect(body.isCancelled).to.equal(true);
    });

    it('is a bad response when it is opaque', async () => {
      expect((await catchChatError(readResponse(Response.error()))).code).to.equal('bad-response');
    });
  });

  describe('with a body that is no stream', () => {
    const json = 'application/json';

    it('reads a JSON answer, in any number of pieces', async () => {
      const { text, done } = await readResponse(
        responseOf(['{"ans', 'wer":"Hi",\n"quotaRemaining":', '2}\n'], json),
      );
      expect([text, done]).to.deep.equal(['Hi', { type: 'done', quotaRemaining: 2 }]);
    });

    it('reads a JSON answer that calls itself an event stream', async () => {
      const { text, done } = await readResponse(responseOf(['{"response":"Hi"}'], EVENTS));
      expect([text, done]).to.deep.equal(['Hi', { type: 'done' }]);
    });

    it('reads lines of JSON that call themselves JSON', async () => {
      const lines =
        '{"response":"H","done":false}\n{"response":"i","done":false}\n{"response":"","done":true}\n';
      const { text, done } = await readResponse(responseOf([lines], json));
      expect([text, done?.finishReason]).to.deep.equal(['Hi', 'stop']);
    });

    it('reads an error line in the middle of NDJSON', async () => {
      const lines = '{"response":"H","done":false}\n{"error":"out of memory"}\n';
      const { text, errorCodes } = await readResponse(responseOf([lines], 'application/x-ndjson'));
      expect([text, errorCodes]).to.deep.equal(['H', ['model-failed']]);
    });

    it('reads text that a server calls HTML', async () => {
      const { text, done } = await readResponse(responseOf(['Hi ', 'there'], 'text/html'));
      expect([text, done]).to.deep.equal(['Hi there', { type: 'done' }]);
    });

    it('reads text that begins like JSON or like a field name', async () => {
      for (const answer of [
        '{curly} words',
        '[1] is a source',
        'data',
        'events are fun',
        '<b>bold</b>',
        '"so"',
      ]) {
        expect((await readResponse(responseOf([answer], 'text/plain'))).text, answer).to.equal(answer);
      }
    });

    it('keeps the white space at the beginning of a text', async () => {
      expect((await readResponse(responseOf(['\n', '  Hi'], 'text/plain'))).text).to.equal('\n  Hi');
    });

    for (const [body, contentType] of [
      ['<!DOCTYPE html><title>Log in</title>', 'text/html; charset=utf-8'],
      ['<div>Error</div>', 'text/html'],
      ['\n<HTML>', 'text/plain'],
      ['{"ok":true}', json],
      ['{"answer":"H', json],
    ] as const) {
      it(`is a bad response when it is ${body} as ${contentType}`, async () => {
        expect((await catchChatError(readResponse(responseOf([body], contentType)))).code).to.equal(
          'bad-response',
        );
      });
    }
  });
});
