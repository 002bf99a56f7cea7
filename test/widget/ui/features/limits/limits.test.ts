import { expect } from 'chai';
import type { ChatErrorCode } from '../../../../../widget/protocol/chat-error.ts';
import type { Quota } from '../../../../../widget/protocol/chat-event.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const HOUR_MS = 3_600_000;
const CONTACT = 'https://example.com/help';

describe('the line about the quota', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function left(quota: Quota, settings: HarnessSettings = {}): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, { endpoint: '/api/chat', ...settings });
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', quota, links: { feedback: '/api/feedback' } });
    await turn.say('So.');
    await turn.finish();
    // Waits for the code that draws limits.
    await chat.thumbs();
    return chat;
  }

  async function refused(code: ChatErrorCode, retryAfter: number): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, { contactUrl: CONTACT });
    await chat.ask('How?');
    await (await transport.asked()).refuse(code, retryAfter);
    await chat.until('a wait', () => chat.root.querySelector('[role=timer]'));
    return chat;
  }

  const inAnHour = (remaining: number): Quota => ({ limit: 10, remaining, resetsAt: Date.now() + HOUR_MS });
  const retryButton = (chat: ChatHarness) => chat.root.querySelector<HTMLButtonElement>('.failure button');

  for (const [remaining, lang, words] of [
    [4, 'en', ''],
    [3, 'en', '3 questions left.'],
    [1, 'en', '1 question left.'],
    [1, 'de', 'Noch 1 Frage übrig.'],
    // Engines write Arabic numbers with different digits: 3 or ٣.
    [3, 'ar', `بقيت لك ${new Intl.NumberFormat('ar').format(3)} أسئلة.`],
    [2, 'ar', 'بقي لك سؤالان.'],
    [1, 'fr', '1 question restante.'],
    [2, 'es', 'Te quedan 2 preguntas.'],
    [3, 'ja', 'あと3回質問できます。'],
    [2, 'xx', '2 questions left.'],
  ] as const) {
    it(`says ${words || 'nothing'} with ${remaining} questions left in ${lang}`, async () => {
      const chat = await left(inAnHour(remaining), { lang });
      await chat.until(words, () => chat.notice === words);
    });
  }

  it('says when the visitor may come back, and links to a human, with no question left', async () => {
    const chat = await left(inAnHour(0), { contactUrl: CONTACT });
    await chat.until('a notice', () => chat.notice);
    expect(chat.notice).to.match(
      /^No questions left\. You can ask again (?:tomorrow )?at .*\d{1,2}:\d\d.*\. Contact us$/,
    );
    expect(chat.root.querySelector('[part=notice] a')?.getAttribute('href')).to.equal(CONTACT);
  });

  it('says nothing about a quota whose time window is over', async () => {
    expect((await left({ limit: 10, remaining: 0, resetsAt: Date.now() - 1 })).notice).to.equal('');
  });

  it('shows the count from the done event', async () => {
    const chat = await left(inAnHour(3));
    await chat.ask('Again?');
    await transport.answer('So.', { quotaRemaining: 1 });
    await chat.drawn();
    expect(chat.notice).to.equal('1 question left.');
  });

  it('counts down without announcing it to screen readers, and opens the composer again at the end', async () => {
    const chat = await refused('rate-limited', 2);
    const alert = chat.root.querySelector('[role=alert]');
    const timer = chat.root.querySelector('[role=timer]');
    expect(alert?.textContent).to.contain('You are sending too quickly.');
    expect(timer?.textContent).to.equal('You can try again in 0:02.');
    expect(timer?.ariaLive).to.equal('off');
    expect(retryButton(chat)?.disabled).to.equal(true);
    const heard = chat.announcement;
    await chat.until('a second less', () => timer?.textContent === 'You can try again in 0:01.');
    expect(chat.announcement).to.equal(heard);
    await chat.until('the end', () => !retryButton(chat)?.disabled);
    expect(chat.announcement).to.equal('You can try again now.');
    expect(chat.root.querySelector('[role=timer]')).to.equal(null);
    await chat.pressButton('Try again');
    await transport.answer('So.');
    await chat.drawn();
    expect(chat.bodies).to.deep.equal(['How?', 'So.']);
  });

  it('keeps the draft when the visitor sends it too early', async () => {
    const chat = await refused('rate-limited', 60);
    await chat.ask('Next question');
    expect(chat.input.value).to.equal('Next question');
    expect(chat.sendButton.ariaDisabled).to.equal('true');
    await chat.pressSend();
    expect(chat.input.value).to.equal('Next question');
    expect(transport.turns).to.have.length(1);
  });

  for (const [code, words] of [
    ['quota-exceeded', 'used up your questions'],
    ['site-limit', 'reached its limit for today'],
  ] as const) {
    it(`says at what time to ask again after ${code}, and links to a human`, async () => {
      const chat = await refused(code, 3 * 3_600);
      expect(chat.errorText).to.contain(words);
      expect(chat.errorText).to.match(/You can ask again (?:tomorrow )?at .*\d:\d\d/);
      expect(chat.root.querySelector('.failure a')?.getAttribute('href')).to.equal(CONTACT);
      expect(retryButton(chat)?.disabled).to.equal(true);
    });
  }

  it('offers to try again at once where the backend named no time', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    await (await transport.asked()).refuse('rate-limited');
    await chat.drawn();
    expect(retryButton(chat)?.disabled).to.equal(false);
  });
});
