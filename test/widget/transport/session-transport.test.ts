import { expect } from 'chai';
import { SessionTransport } from '../../../widget/transport/session-transport.ts';
import type { StartEvent } from '../../../widget/protocol/chat-event.ts';
import type { ChatRequest } from '../../../widget/protocol/transport.ts';
import { collect } from '../../support/collect.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

const START: StartEvent = { type: 'start', session: { token: 'secret', expiresAt: 1 } };

describe('SessionTransport', () => {
  let inner: ScriptedTransport;
  let transport: SessionTransport;
  beforeEach(() => {
    inner = new ScriptedTransport();
    transport = new SessionTransport(inner);
  });

  /** Sends a request, and returns the request that reached the inner transport. */
  async function send(request: Partial<ChatRequest>, start: StartEvent = { type: 'start' }) {
    const { signal } = new AbortController();
    const sent = collect(transport.send({ ...REQUEST, url: 'https://a.example/chat', ...request }, signal));
    const turn = await inner.asked();
    await turn.emit(start, { type: 'token', token: 'Hi' });
    await turn.finish();
    await turn.cut();
    expect((await sent).map(({ type }) => type)).to.deep.equal(['start', 'token', 'done']);
    return turn.request;
  }

  it('sends the token of a session with later requests', async () => {
    expect((await send({}, START)).headers).to.deep.equal({});
    expect((await send({})).headers).to.deep.equal({ authorization: 'Bearer secret' });
  });

  it('sends the token only to the origin that gave it', async () => {
    await send({}, START);
    for (const url of ['https://b.example/chat', 'http://a.example/chat', 'https://a.example:444/chat']) {
      expect((await send({ url })).headers).to.deep.equal({});
      expect(transport.hasSession(url)).to.equal(false);
    }
    expect((await send({ url: 'https://a.example/other' })).headers).to.deep.equal({
      authorization: 'Bearer secret',
    });
  });

  it('sends the key of a question once a backend has given a session, and to our own Worker', async () => {
    const key = 'a'.repeat(24);
    expect((await send({ key }, START)).headers).to.deep.equal({});
    expect((await send({ key })).headers).to.include({ 'idempotency-key': `"${key}"` });
    transport = new SessionTransport(inner, (url) => url.startsWith('https://own.example/'));
    expect((await send({ key })).headers).to.deep.equal({});
    expect((await send({ key, url: 'https://own.example/api/chat' })).headers).to.deep.equal({
      'idempotency-key': `"${key}"`,
    });
  });

  it('uses the token of the newest session', async () => {
    await send({}, START);
    await send({}, { type: 'start', session: { token: 'newer', expiresAt: 2 } });
    expect((await send({})).headers).to.deep.equal({ authorization: 'Bearer newer' });
  });

  for (const name of ['authorization', 'Authorization', 'AUTHORIZATION']) {
    it(`keeps the page's own ${name}`, async () => {
      await send({}, START);
      const { headers } = await send({ headers: { [name]: 'Basic own' } });
      // fetch joins headers whose names differ only in case: the later one wins.
      const joined = new Headers();
      for (const [key, value] of Object.entries(headers)) joined.set(key, value);
      expect(joined.get('authorization')).to.equal('Basic own');
    });
  }

  it('does not change the request object that it is given', async () => {
    await send({}, START);
    const headers = {};
    await send({ headers });
    expect(headers).to.deep.equal({});
  });
});
