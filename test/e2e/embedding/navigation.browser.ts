import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { HostPage, scriptTag } from '../../support/host-page.ts';
import { notApplicable } from '../../support/not-applicable.ts';

const PAGE = `<head>${scriptTag('defer')}</head><body><main>First page</main><footer>Foot</footer>`;

/** The ways in which libraries put the next page in place of this one. */
const SWAPS: Readonly<Record<string, (document: Document) => void>> = {
  'a new body in place of the old (Turbo, Astro)': (document) => document.body.replaceWith(newBody(document)),
  'a new body as a child of the root': (document) =>
    document.documentElement.replaceChild(newBody(document), document.body),
  'new HTML for the body (htmx)': (document) => {
    document.body.innerHTML = '<main>Second page</main>';
  },
  'children replaced at once (pjax)': (document) =>
    document.body.replaceChildren(document.createElement('main')),
  'children removed one by one, then added': (document) => {
    for (const child of [...document.body.childNodes]) child.remove();
    document.body.append(document.createElement('main'));
  },
};

function newBody(document: Document): HTMLBodyElement {
  const body = document.createElement('body');
  body.append(document.createElement('main'));
  return body;
}

function isOnPage({ document }: HostPage, chat: CfAiChatElement): boolean {
  return chat.isConnected && chat.parentElement === document.body;
}

function launcherOf(chat: CfAiChatElement): Element | null | undefined {
  return chat.shadowRoot?.querySelector('[part=launcher]');
}

describe('navigation without a page load', () => {
  afterEach(() => HostPage.cleanUp());

  for (const [name, swap] of Object.entries(SWAPS)) {
    it(`${name}: keeps the chat, its text and its turn`, async () => {
      const page = await HostPage.open(PAGE);
      const chat = await page.chat();
      await page.converse(chat);
      const ended = chat.send('What about privacy?');
      swap(page.document);
      await page.until('the chat back on the page', () => isOnPage(page, chat));
      await ended;
      expect(page.chats).to.deep.equal([chat]);
      expect(chat.messages.map(({ status }) => status)).to.deep.equal(Array(4).fill('complete'));
      expect(launcherOf(chat)?.checkVisibility()).to.equal(true);
      swap(page.document);
      await page.until('the chat back again', () => isOnPage(page, chat));
      expect(page.chats).to.have.length(1);
    });
  }

  it('the chat answers after a script has rewritten the document with document.write', async () => {
    const page = await HostPage.open(PAGE);
    const first = await page.chat();
    await page.converse(first);
    page.document.open();
    page.document.write('<!doctype html><title>Second page</title><body><main>Second page</main>');
    page.document.close();
    const chat = await page.chat();
    expect(chat).not.to.equal(first);
    expect(page.chats).to.have.length(1);
    launcherOf(chat)?.dispatchEvent(new page.window.MouseEvent('click'));
    await page.until('the words of before', () => chat.messages.length === 2);
    await page.converse(chat, 'What about privacy?');
    expect(chat.messages).to.have.length(4);
  });

  it('the chat stays during a view transition', async function () {
    const page = await HostPage.open(PAGE);
    if (navigator.vendor.startsWith('Apple'))
      notApplicable(this, 'WebKitGTK without a graphics card ends its process on any view transition');
    if (!('startViewTransition' in page.document))
      notApplicable(this, 'this browser has no view transitions');
    const chat = await page.chat();
    const swap = (): void => page.document.body.replaceWith(newBody(page.document));
    await page.document.startViewTransition(swap).finished;
    expect(isOnPage(page, chat)).to.equal(true);
  });

  it('one chat is left when a library restores a page that it has stored as HTML', async () => {
    const page = await HostPage.open(PAGE);
    const chat = await page.chat();
    const kept = page.document.body.cloneNode(true);
    page.document.body.replaceWith(newBody(page.document));
    await page.until('the chat back on the page', () => isOnPage(page, chat));
    page.document.body.replaceWith(kept);
    await page.until('the chat and no copy', () => isOnPage(page, chat) && page.chats.length === 1);
  });

  it('the chat is away on a page that has a chat of its own, and returns on the next page', async () => {
    const page = await HostPage.open(PAGE);
    const chat = await page.chat();
    const own = newBody(page.document);
    own.append(page.document.createElement('cf-ai-chat'));
    page.document.body.replaceWith(own);
    await page.until('the chat gone', () => !chat.isConnected);
    expect(page.chats).to.have.length(1);
    page.document.body.replaceWith(newBody(page.document));
    await page.until('the chat back on the page', () => isOnPage(page, chat));
    expect(page.chats).to.have.length(1);
  });

  it('a chat that the page has removed does not come back', async () => {
    const page = await HostPage.open(PAGE);
    const chat = await page.chat();
    chat.remove();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    page.document.body.replaceWith(newBody(page.document));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(page.chats).to.deep.equal([]);
  });

  it('an open chat stays open, with its draft', async () => {
    const page = await HostPage.open(PAGE);
    const chat = await page.chat();
    chat.show();
    await page.until('a composer', () => chat.shadowRoot?.querySelector('[part=input]'));
    chat.draft = 'Half a question';
    page.document.body.replaceWith(newBody(page.document));
    await page.until('the chat back on the page', () => isOnPage(page, chat));
    const input = await page.until('a composer', () =>
      chat.shadowRoot?.querySelector<HTMLTextAreaElement>('[part=input]'),
    );
    expect(chat.open).to.equal(true);
    expect(input.value).to.equal('Half a question');
  });
});
