import { expect } from 'chai';
import { SessionTransport } from '../../../widget/transport/session-transport.ts';
import { VerifiedTransport } from '../../../widget/transport/verified-transport.ts';
import { ChatError, type ChatErrorCode } from '../../../widget/protocol/chat-error.ts';
import { catchError } from '../../support/catch-error.ts';
import { collect } from '../../support/collect.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';
import { REQUEST } from '../../support/streams.ts';

const SESSION = { token: 'secret', expiresAt: 1 };

describe('VerifiedTransport, which adds the proof of the bot check', () => {
  let inner: ScriptedTransport;
  let proofs: string[];
  let transport: VerifiedTransport;
  beforeEach(() => {
    inner = new ScriptedTransport();
    proofs = [];
    transport = new VerifiedTransport(new SessionTransport(inner), () => {
      proofs.push(`proof-${proofs.length + 1}`);
      return Promise.resolve(proofs.at(-1) ?? '');
    });
  });

  const send = (signal = new AbortController().signal) =>
    collect(transport.send({ ...REQUEST, url: 'https://a.example/chat' }, signal));
  const refusal = (code: ChatErrorCode): ChatError => new ChatError(code, 'scripted');
  const proofsSent = () => inner.turns.map(({ request }) => request.body['turnstileToken']);

  /** Sends a question whose answer opens a session. */
  async function begin(): Promise<void> {
    const sent = send();
    const turn = await inner.asked();
    await turn.emit({ type: 'start', session: SESSION });
    await turn.finish();
    await turn.cut();
    await sent;
  }

  it('adds a proof to the first request, and to no other while the session lasts', async () => {
    await begin();
    await begin();
    expect(proofsSent()).to.deep.equal(['proof-1', undefined]);
    expect(inner.turns[0]?.request.body['messages']).to.deep.equal(REQUEST.body['messages']);
  });

  for (const code of ['session-required', 'challenge-required'] as const) {
    it(`makes a new proof and sends again after ${code}`, async () => {
      await begin();
      const sent = send();
      await (await inner.asked()).throw(refusal(code));
      const again = await inner.asked();
      await again.say('Hi');
      await again.finish();
      await again.cut();
      expect((await sent).map(({ type }) => type)).to.deep.equal(['token', 'done']);
      expect(proofsSent()).to.deep.equal(['proof-1', undefined, 'proof-2']);
    });
  }

  it('never sends a third time', async () => {
    const sent = catchError(send());
    await (await inner.asked()).throw(refusal('challenge-required'));
    await (await inner.asked()).throw(refusal('challenge-required'));
    expect(await sent).to.have.property('code', 'challenge-required');
    expect(inner.turns).to.have.length(2);
    expect(proofs).to.deep.equal(['proof-1', 'proof-2']);
  });

  it('does not send again once an answer has begun, or after another error', async () => {
    const begun = catchError(send());
    const turn = await inner.asked();
    await turn.say('Half');
    await turn.throw(refusal('session-required'));
    expect(await begun).to.have.property('code', 'session-required');
    const refused = catchError(send());
    await (await inner.asked()).throw(refusal('origin-refused'));
    expect(await refused).to.have.property('code', 'origin-refused');
    expect(inner.turns).to.have.length(2);
  });

  it('sends no request when no proof can be made', async () => {
    const failing = new VerifiedTransport(new SessionTransport(inner), () =>
      Promise.reject(refusal('challenge-required')),
    );
    const { signal } = new AbortController();
    const error = await catchError(collect(failing.send({ ...REQUEST, url: 'https://a.example/' }, signal)));
    expect(error).to.have.property('code', 'challenge-required');
    expect(inner.turns).to.have.length(0);
  });
});
