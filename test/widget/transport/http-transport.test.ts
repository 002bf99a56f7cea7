import { expect } from 'chai';
import type { ChatEvent } from '../../../widget/protocol/chat-event.ts';
import { HttpTransport } from '../../../widget/transport/http-transport.ts';
import { catchChatError, catchError } from '../../support/catch-error.ts';
import { OpenBody } from '../../support/open-body.ts';
import {
  iterate,
  ManualClock,
  readOutcome,
  readResponse,
  REQUEST,
  responseOf,
  transportFor,
} from '../../support/streams.ts';

const EVENTS = 'text/event-stream';
const TOKEN = 'data: {"response":"Hi"}\n\n';
const MARKED = 'data: {"response":"Hi","p":"abc"}\n\n';
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';

describe('HttpTransport', () => {
  it('POSTs the body as JSON, with the headers and credentials of the page', async () => {
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

  it('sends no request before it is iterated, and none when it is already aborted', async () => {
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

  it('joins all text that arrived together into one token', async () => {
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

  it('returns the token of each read at once, without waiting for the next read', async () => {
    const body = new OpenBody();
    const events = iterate(transportFor(body.respond()));
    body.write(TOKEN);
    expect((await events.next()).value).to.deep.equal({ type: 'token', token: 'Hi' });
    await events.return?.();
    expect(body.isCancelled).to.equal(true);
  });

  it('keeps <think> tags in text of our Worker, which has removed thoughts already, and filters text of other backends', async () => {
    const frame = 'data: {"type":"token","token":"Write <think>So.</think>"}\n\n';
    const body = ['data: {"type":"start","queryId":"q_1"}\n\n', frame, frame, 'data: {"type":"done"}\n\n'];
    for (const isOwn of [true, false]) {
      const transport = transportFor(responseOf(body, EVENTS), { isOwnWorker: () => isOwn });
      let text = '';
      for await (const event of transport.send(REQUEST, new AbortController().signal))
        if (event.type === 'token') text += event.token;
      expect(text, `our Worker: ${isOwn}`).to.equal(
        isOwn ? 'Write <think>So.</think>'.repeat(2) : 'Write Write ',
      );
    }
  });

  it('takes a clean end after text of our Worker for the end of the answer', async () => {
    const body = ['data: {"type":"token","token":"Hi"}\n\n'];
    const transport = transportFor(responseOf(body, EVENTS), { isOwnWorker: () => true });
    const { text, done } = await readOutcome(transport.send(REQUEST, new AbortController().signal));
    expect([text, done?.type]).to.deep.equal(['Hi', 'done']);
  });

  describe('at the end of an answer', () => {
    it('ignores data after done, and lets the body end by itself for a moment before it cancels the body', async () => {
      const body = new OpenBody();
      const clock = new ManualClock();
      body.write(`${TOKEN}data: {"type":"done"}\n\n${TOKEN}`);
      expect(
        (
          await readOutcome(
            transportFor(body.respond(), { clock }).send(REQUEST, new AbortController().signal),
          )
        ).text,
      ).to.equal('Hi');
      expect(body.isCancelled).to.equal(false);
      clock.advance(1_000);
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

    it('returns no done event when the body ends before the end mark of its format', async () => {
      for (const frame of [
        '{"response":"Hi","p":"abc"}',
        '{"choices":[{"delta":{"content":"Hi"},"finish_reason":null}]}',
        '{"content":"Hi","stop":false}',
        '{"output":{"text":"Hi","finish_reason":"null"}}',
      ])
        expect((await readResponse(responseOf([`data: ${frame}\n\n`], EVENTS))).done, frame).to.equal(
          undefined,
        );
      const started = 'data: {"type":"chat.start"}\n\ndata: {"type":"message.delta","content":"Hi"}\n\n';
      expect((await readResponse(responseOf([started], EVENTS))).done).to.equal(undefined);
    });

    it('returns a done event at a clean end of text in a format without an end mark', async () => {
      expect((await readResponse(responseOf([TOKEN], EVENTS))).done).to.deep.equal({
        type: 'done',
        isUnmarked: true,
      });
      const silent = responseOf(['data: {"type":"ping"}\n\n'], EVENTS);
      expect((await readResponse(silent)).done).to.equal(undefined);
    });

    it('returns no done event when the body is empty', async () => {
      expect((await readResponse(new Response(null, { status: 204 }))).done).to.equal(undefined);
      expect((await readResponse(responseOf([], EVENTS))).done).to.equal(undefined);
    });

    it('ignores empty data lines between frames', async () => {
      const { text, done } = await readResponse(responseOf([MARKED, 'data:\n\n', MARKED], EVENTS));
      expect([text, done]).to.deep.equal(['HiHi', undefined]);
    });

    it('puts the usage that follows the finish reason into the done event', async () => {
      const usage = 'data: {"response":"","usage":{"prompt_tokens":1,"completion_tokens":2}}\n\n';
      const { done } = await readResponse(responseOf([TOKEN, FINISH, usage], EVENTS));
      expect(done).to.deep.equal({
        type: 'done',
        finishReason: 'stop',
        usage: { inputTokens: 1, outputTokens: 2 },
      });
    });

    it('returns a done event when the connection breaks after the finish reason', async () => {
      const body = new OpenBody();
      const events = iterate(transportFor(body.respond()));
      body.write(TOKEN + FINISH);
      expect((await events.next()).value).to.deep.equal({ type: 'token', token: 'Hi' });
      body.break();
      expect((await events.next()).value).to.deep.equal({ type: 'done', finishReason: 'stop' });
      expect((await events.next()).done).to.equal(true);
    });

    it('reports "truncated" when the connection breaks before the finish reason', async () => {
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
});
