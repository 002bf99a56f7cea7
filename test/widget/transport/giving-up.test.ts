import { expect } from 'chai';
import { HttpTransport } from '../../../widget/transport/http-transport.ts';
import { catchChatError, catchError } from '../../support/catch-error.ts';
import { OpenBody } from '../../support/open-body.ts';
import {
  iterate,
  ManualClock,
  readOutcome,
  REQUEST,
  responseOf,
  transportFor,
} from '../../support/streams.ts';

const EVENTS = 'text/event-stream';
const TOKEN = 'data: {"response":"Hi"}\n\n';
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';

describe('HttpTransport', () => {
  describe('when the caller aborts', () => {
    it('throws the abort reason, and cancels a body that ignores the signal', async () => {
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

    it('throws the abort reason while it waits for the response', async () => {
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

    it('throws the abort reason even when the answer was complete', async () => {
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

  describe('when no data comes', () => {
    it('reports "stalled" at once on a device that slept longer than the timeout', async () => {
      const clock = new ManualClock();
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond(), { clock, stallTimeoutMs: 500 }));
      body.write(TOKEN);
      await events.next();
      const next = catchChatError(events.next());
      clock.sleep(400);
      clock.sleep(400);
      expect((await next).code).to.equal('stalled');
      expect([clock.waking, clock.pending]).to.deep.equal([0, 0]);
    });

    it('reports "stalled" after the timeout, and aborts the request', async () => {
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

    it('restarts the timeout with every byte, also of a comment', async () => {
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

    it('reports "done" when a finished answer\'s connection stays open', async () => {
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
      // Gives the body time to run out after the answer.
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      expect(clock.pending).to.equal(0);
    });
  });

  describe('when no response comes', () => {
    it('reports "blocked", with the cause', async () => {
      const cause = new TypeError('Failed to fetch');
      const transport = new HttpTransport({ stallTimeoutMs: 0, fetch: () => Promise.reject(cause) });
      const error = await catchChatError(iterate(transport).next());
      expect(error.code).to.equal('blocked');
      expect(error.cause).to.equal(cause);
    });

    it('reports "offline" when the browser says so', async () => {
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
});
