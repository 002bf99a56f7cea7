import { expect } from 'chai';
import type { StartEvent } from '../../../../../widget/protocol/chat-event.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { FakeFeedback } from '../../../../support/fake-feedback.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const ENDPOINT = 'https://chat.example/api/chat';
const START: StartEvent = { type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } };

describe('the thumbs under an answer', () => {
  let transport: ScriptedTransport;
  let backend: FakeFeedback;
  beforeEach(() => {
    transport = new ScriptedTransport();
    backend = new FakeFeedback();
  });
  afterEach(() => {
    backend.restore();
    ChatHarness.cleanUp();
  });

  async function answered(start: StartEvent = START, settings = {}): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, { endpoint: ENDPOINT, ...settings });
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit(start);
    await turn.say('So.');
    await turn.finish();
    await chat.drawn();
    return chat;
  }

  const pressed = async (chat: ChatHarness) => (await chat.thumbs()).map(({ ariaPressed }) => ariaPressed);

  it('send a rating to the address that the backend gave, store it and thank the visitor', async () => {
    const chat = await answered(START, { headers: { 'x-key': 'own' } });
    const [, bad] = await chat.thumbs();
    bad.focus();
    bad.click();
    await chat.until('thanks', () => chat.announcement === 'Thank you for your feedback.');
    expect(backend.urls).to.deep.equal(['https://chat.example/api/feedback']);
    expect(backend.bodies).to.deep.equal([{ queryId: 'q_1', rating: -1 }]);
    expect(backend.headers[0]?.get('x-key')).to.equal('own');
    expect(await pressed(chat)).to.deep.equal(['false', 'true']);
    expect(chat.element.messages[1]?.feedback).to.equal(-1);
    expect(chat.root.activeElement).to.equal(bad);
  });

  it('send to feedback-url for a backend whose answer ends with a queryId and no link', async () => {
    const chat = await ChatHarness.open(transport, { endpoint: ENDPOINT, feedbackUrl: '/rate' });
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('So.');
    await turn.emit({ type: 'done', queryId: 'q_2', finishReason: 'stop' });
    await chat.drawn();
    const [good] = await chat.thumbs();
    good.click();
    await chat.until('thanks', () => chat.announcement === 'Thank you for your feedback.');
    expect(backend.urls).to.deep.equal(['https://chat.example/rate']);
    expect(backend.bodies).to.deep.equal([{ queryId: 'q_2', rating: 1 }]);
  });

  it('ask nothing after a good rating', async () => {
    const chat = await answered();
    (await chat.thumbs())[0].click();
    await chat.until('thanks', () => chat.root.querySelector('.thanks'));
    expect(backend.bodies).to.deep.equal([{ queryId: 'q_1', rating: 1 }]);
    expect(chat.commentBox).to.equal(null);
  });

  it('ask what went wrong after a bad rating, and send the reasons in English before the comment', async () => {
    const chat = await answered(START, { lang: 'de' });
    const [, bad] = await chat.thumbs();
    bad.click();
    const box = await chat.until('a box', () => chat.commentBox);
    await chat.pressButton('Nicht meine Frage');
    await chat.pressButton('Unvollständig');
    await chat.pressButton('Falsch');
    await chat.pressButton('Falsch');
    box.value = 'Der Preis fehlt.';
    await chat.pressButton('Senden');
    await chat.until('no box', () => !chat.commentBox);
    const comment = 'incomplete, not my question: Der Preis fehlt.';
    expect(backend.bodies.at(-1)).to.deep.equal({ queryId: 'q_1', rating: -1, comment });
  });

  it('send reasons without a comment', async () => {
    const chat = await answered();
    (await chat.thumbs())[1].click();
    await chat.until('a box', () => chat.commentBox);
    await chat.pressButton('Wrong');
    await chat.pressButton('Send comment');
    await chat.until('no box', () => !chat.commentBox);
    expect(backend.bodies.at(-1)).to.deep.equal({ queryId: 'q_1', rating: -1, comment: 'wrong' });
  });

  it('accept a comment after a bad rating, of at most 500 characters with all reasons, and return focus', async () => {
    const chat = await answered();
    const [, bad] = await chat.thumbs();
    bad.click();
    const box = await chat.until('a box', () => chat.commentBox);
    expect('wrong, incomplete, not my question: '.length + box.maxLength).to.equal(499);
    box.value = '  Clear.  ';
    box.focus();
    await chat.pressButton('Send comment');
    await chat.until('no box', () => !chat.commentBox);
    expect(backend.bodies.at(-1)).to.deep.equal({ queryId: 'q_1', rating: -1, comment: 'Clear.' });
    await chat.until('focus', () => chat.root.activeElement === bad);
  });

  it('keep key presses in the comment box from the shortcuts of the page', async () => {
    const chat = await answered();
    (await chat.thumbs())[1].click();
    const box = await chat.until('a box', () => chat.commentBox);
    const heard: string[] = [];
    const handle = ({ key }: KeyboardEvent): void => void heard.push(key);
    document.addEventListener('keydown', handle);
    for (const key of ['k', '/', 'ArrowRight', 'Enter', 'Tab'])
      box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    document.removeEventListener('keydown', handle);
    expect(heard).to.deep.equal(['Tab']);
  });

  it('close the comment box with Escape, and the panel stays open', async () => {
    const chat = await answered();
    const [, bad] = await chat.thumbs();
    bad.click();
    const box = await chat.until('a box', () => chat.commentBox);
    box.focus();
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await chat.until('no box', () => !chat.commentBox);
    expect(chat.element.open).to.equal(true);
    expect(chat.root.activeElement).to.equal(bad);
    expect(backend.bodies).to.have.length(1);
  });

  it('are shown after a reload for an unrated answer', async () => {
    const chat = await answered(START, { persist: 'session' });
    await chat.thumbs();
    const stored = Object.entries({ ...sessionStorage });
    ChatHarness.cleanUp();
    for (const [key, text] of stored) sessionStorage.setItem(key, text);
    const again = await ChatHarness.open(transport, { endpoint: ENDPOINT, persist: 'session' });
    const [good] = await again.thumbs();
    good.click();
    await again.until('thanks', () => again.announcement === 'Thank you for your feedback.');
    expect(backend.bodies).to.deep.equal([{ queryId: 'q_1', rating: 1 }]);
  });

  it('are not shown when the stored address is of another origin', async () => {
    await answered(START, { persist: 'session' });
    const stored = Object.entries({ ...sessionStorage });
    ChatHarness.cleanUp();
    for (const [key, text] of stored)
      sessionStorage.setItem(key, text.replace('/api/feedback', 'https://evil.example/'));
    const again = await ChatHarness.open(transport, { endpoint: ENDPOINT, persist: 'session' });
    await again.drawn();
    expect(again.root.querySelector('[part=rating]')).to.equal(null);
  });

  it('say that a rating did not arrive, and send it on the next try', async () => {
    backend.status = 500;
    const chat = await answered();
    const [good] = await chat.thumbs();
    good.click();
    await chat.until('words', () => chat.root.querySelector('.feedback-failure'));
    expect(chat.root.querySelector('.feedback-failure')?.role).to.equal('alert');
    expect(chat.root.querySelector('.feedback-failure')?.textContent).to.contain('could not be sent');
    expect(chat.element.messages[1]?.feedback).to.equal(undefined);
    backend.status = 204;
    await chat.pressButton('Try again');
    await chat.until('thanks', () => chat.announcement === 'Thank you for your feedback.');
    expect(chat.element.messages[1]?.feedback).to.equal(1);
    expect(chat.root.querySelector('.feedback-failure')).to.equal(null);
  });

  it('keep the text of a comment that did not arrive', async () => {
    const chat = await answered();
    (await chat.thumbs())[1].click();
    const box = await chat.until('a box', () => chat.commentBox);
    backend.status = 500;
    box.value = 'Long and careful words';
    await chat.pressButton('Send comment');
    await chat.until('words', () => chat.root.querySelector('.feedback-failure'));
    expect(chat.commentBox?.value).to.equal('Long and careful words');
    backend.status = 204;
    await chat.pressButton('Try again');
    await chat.until('no box', () => !chat.commentBox);
    expect(backend.bodies.at(-1)).to.deep.equal({
      queryId: 'q_1',
      rating: -1,
      comment: 'Long and careful words',
    });
  });

  it('keep the text of an unsent comment for the next page', async () => {
    const settings = { persist: 'session', instance: 'comment' } as const;
    const chat = await answered(START, settings);
    (await chat.thumbs())[1].click();
    const box = await chat.until('a box', () => chat.commentBox);
    box.value = 'Not what I';
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    chat.element.remove();
    await Promise.resolve();
    const next = await ChatHarness.open(transport, { endpoint: ENDPOINT, ...settings });
    const again = await next.until('the box', () => next.commentBox);
    expect(again.value).to.equal('Not what I');
    again.form?.requestSubmit();
    await next.until('thanks', () => next.announcement === 'Thank you for your feedback.');
    expect(backend.bodies.at(-1)).to.deep.equal({ queryId: 'q_1', rating: -1, comment: 'Not what I' });
    expect(sessionStorage.getItem('cf-ai-chat:comment:comment')).to.equal(null);
  });

  it('can be changed, and the later rating counts', async () => {
    const chat = await answered();
    const [good, bad] = await chat.thumbs();
    good.click();
    bad.click();
    await chat.until('a rating', () => chat.element.messages[1]?.feedback);
    await chat.drawn();
    expect(await pressed(chat)).to.deep.equal(['false', 'true']);
    expect(chat.element.messages[1]?.feedback).to.equal(-1);
    expect(backend.bodies.at(-1)).to.deep.equal({ queryId: 'q_1', rating: -1 });
  });

  it('send nothing when the page cancels the event, which has all data', async () => {
    const chat = await answered();
    const told = chat.next('cf-ai-chat-feedback');
    chat.element.addEventListener('cf-ai-chat-feedback', (event) => event.preventDefault());
    (await chat.thumbs())[0].click();
    const { message, rating, comment } = await told;
    expect([message.queryId, rating, comment]).to.deep.equal(['q_1', 1, '']);
    await chat.drawn();
    expect(backend.bodies).to.deep.equal([]);
    expect(await pressed(chat)).to.deep.equal(['false', 'false']);
  });

  for (const [name, start, settings] of [
    ['no link was given', { type: 'start', queryId: 'q_1' }, {}],
    ['the link leads to another origin', { ...START, links: { feedback: 'https://evil.example/' } }, {}],
    ['the link is none', { ...START, links: { feedback: 'http://[' } }, {}],
    ['there is no endpoint to compare with', START, { endpoint: '' }],
  ] as const) {
    it(`are not shown when ${name}`, async () => {
      const chat = await answered(start, settings);
      // The citation shows that the sources of the answer have been drawn.
      await chat.ask('Again?');
      const turn = await transport.asked();
      const source = { id: '1', title: 'Doc', url: '', snippet: '' };
      await turn.emit(start, { type: 'sources', sources: [source] }, { type: 'token', token: 'See [1].' });
      await turn.finish();
      await chat.until('a citation', () => chat.root.querySelector('.citation'));
      expect(chat.root.querySelector('[part=rating]')).to.equal(null);
    });
  }

  it('are not shown under answers that were stopped or cut', async () => {
    const chat = await answered();
    await chat.ask('Stop');
    const turn = await transport.asked();
    await turn.emit(START);
    await turn.say('Half');
    await chat.drawn();
    await chat.pressSend();
    await chat.thumbs();
    expect(chat.root.querySelectorAll('[part=rating]')).to.have.length(1);
  });

  it('show the rating of an earlier page, also where no rating can be sent', async () => {
    const chat = await ChatHarness.open(transport, { endpoint: ENDPOINT });
    chat.element.messages = [
      { role: 'user', content: 'How?' },
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'text', text: 'So.' }],
        status: 'complete',
        createdAt: 1,
        queryId: 'q_1',
        feedback: 1,
      },
    ];
    expect(await pressed(chat)).to.deep.equal(['true', 'false']);
    expect((await chat.thumbs()).map(({ disabled }) => disabled)).to.deep.equal([true, true]);
  });
});
