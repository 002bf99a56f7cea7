import { expect } from 'chai';
import type { CfAiChatContactEvent } from '../../../../../widget/index.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { FakeFeedback } from '../../../../support/fake-feedback.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const PAGE = 'https://example.com/contact';
const MAIL = 'mailto:help@example.com?subject=Chat';
const WISH = 'Can I talk to a human?';

describe('the link to a human', () => {
  let transport: ScriptedTransport;
  /** The addresses that the browser would have opened. */
  let visited: string[];
  const note = (event: MouseEvent): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link && !event.defaultPrevented) visited.push(link.href);
    event.preventDefault();
  };
  const { click } = HTMLAnchorElement.prototype;
  beforeEach(() => {
    transport = new ScriptedTransport();
    visited = [];
    addEventListener('click', note);
    // A click on a link outside of the document does not reach the window.
    HTMLAnchorElement.prototype.click = function (): void {
      if (this.isConnected || this.getRootNode() instanceof ShadowRoot) click.call(this);
      else visited.push(this.href);
    };
  });
  afterEach(() => {
    removeEventListener('click', note);
    HTMLAnchorElement.prototype.click = click;
    ChatHarness.cleanUp();
  });

  const links = (chat: ChatHarness) => [
    ...chat.root.querySelectorAll<HTMLAnchorElement>('.offer [part=contact]'),
  ];

  async function wished(settings: HarnessSettings): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask(WISH);
    return chat;
  }

  async function askUnanswerable(chat: ChatHarness): Promise<void> {
    await chat.ask('Do you sell gift cards?');
    const turn = await transport.asked();
    await turn.say('I do not know.');
    await turn.finish({ isUnsure: true });
  }

  it('is offered under a question that asks for a human; the question is sent all the same', async () => {
    const chat = await wished({ contactUrl: PAGE });
    const turn = await transport.asked();
    expect(turn.request.messages.at(-1)?.content).to.equal(WISH);
    await chat.until('an offer', () => links(chat).length === 1);
    expect(links(chat)[0]?.textContent).to.equal('Contact us');
    expect(links(chat)[0]?.href).to.equal(PAGE);
  });

  it('is not offered under other questions, nor without contact-url', async () => {
    const chat = await wished({});
    await transport.answer('Sorry');
    chat.element.contactUrl = PAGE;
    await chat.until('an offer', () => links(chat).length === 1);
    await chat.ask('How do I return my boots?');
    await transport.answer('In 30 days.');
    await chat.drawn();
    expect(links(chat)).to.have.length(1);
  });

  it('is offered under an answer that found nothing, also after a reload', async () => {
    const chat = await ChatHarness.open(transport, { contactUrl: PAGE });
    await askUnanswerable(chat);
    await chat.until('an offer', () => links(chat).length === 1);
    expect(chat.element.messages.at(-1)?.isUnsure).to.equal(true);
    chat.element.messages = structuredClone(chat.element.messages);
    await chat.drawn();
    expect(links(chat)).to.have.length(1);
    await chat.ask('How do I return my boots?');
    await transport.answer('In 30 days.');
    await chat.drawn();
    expect(links(chat)).to.have.length(1);
  });

  it('leaves no gap under an answer that found nothing where contact-url is missing', async () => {
    const chat = await ChatHarness.open(transport);
    await askUnanswerable(chat);
    await chat.drawn();
    expect(chat.element.messages.at(-1)?.isUnsure).to.equal(true);
    expect(chat.root.querySelector('.offer')).to.equal(null);
  });

  it('fires an event with the conversation, which the page can cancel', async () => {
    const chat = await wished({ contactUrl: PAGE });
    await transport.answer('I am *none*.');
    const link = await chat.until('an offer', () => links(chat)[0]);
    let event: CfAiChatContactEvent | undefined;
    chat.element.addEventListener('cf-ai-chat-contact', (happened) => {
      event = happened;
      happened.preventDefault();
    });
    link.click();
    expect(event?.url).to.equal(PAGE);
    expect(event?.transcript).to.deep.equal(chat.element.messages);
    expect(event?.text).to.equal(`You said:\n${WISH}\n\nAnswer:\nI am *none*.`);
    expect(visited).to.deep.equal([]);
  });

  it('opens a page like any other link', async () => {
    const chat = await wished({ contactUrl: PAGE });
    const link = await chat.until('an offer', () => links(chat)[0]);
    const asked: string[] = [];
    chat.element.addEventListener('cf-ai-chat-link', ({ url }) => asked.push(url));
    link.click();
    expect(visited).to.deep.equal([PAGE]);
    expect(asked).to.deep.equal([PAGE]);
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer nofollow']);
  });

  it('opens a mail that begins with the conversation', async () => {
    const chat = await wished({ contactUrl: MAIL });
    const link = await chat.until('an offer', () => links(chat)[0]);
    link.click();
    expect(visited).to.deep.equal([`${MAIL}&body=You%20said%3A%0D%0ACan%20I%20talk%20to%20a%20human%3F`]);
    // The visitor can copy the plain address.
    expect(link.href).to.equal(MAIL);
  });

  it('is in the menu, also before its code has loaded', async () => {
    const chat = await ChatHarness.open(transport, { contactUrl: MAIL });
    await chat.openMenu();
    const told = chat.next('cf-ai-chat-contact');
    chat.root.querySelector<HTMLAnchorElement>('.menu-item[href^=mailto]')?.click();
    await told;
    await chat.until('a visit', () => visited.length === 1);
    expect(visited).to.deep.equal([MAIL]);
  });

  it('is offered after a bad rating', async () => {
    const feedback = new FakeFeedback();
    try {
      const chat = await ChatHarness.open(transport, { contactUrl: PAGE, endpoint: '/api/chat' });
      await chat.ask('How?');
      const turn = await transport.asked();
      await turn.emit({ type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } });
      await turn.say('So.');
      await turn.finish({ queryId: 'q_1' });
      const [, bad] = await chat.thumbs();
      bad.click();
      const link = await chat.until('a link', () =>
        chat.root.querySelector<HTMLAnchorElement>('.comment [part=contact]'),
      );
      const told = chat.next('cf-ai-chat-contact');
      link.click();
      expect((await told).url).to.equal(PAGE);
    } finally {
      feedback.restore();
    }
  });

  it('is offered on a failure', async () => {
    const chat = await ChatHarness.open(transport, { contactUrl: PAGE });
    await chat.ask(WISH);
    await (await transport.asked()).refuse('model-failed');
    const link = await chat.until('a link', () =>
      chat.root.querySelector<HTMLAnchorElement>('.failure [part=contact]'),
    );
    const told = chat.next('cf-ai-chat-contact');
    link.click();
    expect((await told).transcript).to.have.length(1);
    expect(links(chat)).to.deep.equal([]);
  });
});
