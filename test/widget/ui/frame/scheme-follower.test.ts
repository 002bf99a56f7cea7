import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const DARK = 'rgb(20, 20, 20)';

describe('the colour scheme', () => {
  const { documentElement: root, body } = document;
  afterEach(() => {
    ChatHarness.cleanUp();
    for (const painted of [root, body]) for (const name of ['style', 'class']) painted.removeAttribute(name);
    for (const added of document.querySelectorAll('style, meta[name="color-scheme"]')) added.remove();
  });

  const open = (settings = {}): Promise<ChatHarness> => ChatHarness.open(new ScriptedTransport(), settings);
  const schemeOf = (chat: ChatHarness): string => getComputedStyle(chat.part('base')).colorScheme;

  it("is light on a page that declares none, whatever the system's scheme is", async () => {
    expect(schemeOf(await open())).to.equal('light');
  });

  it('is the one that the page declares in CSS, whatever its background is', async () => {
    body.style.background = '#fff';
    root.style.colorScheme = 'dark';
    expect(schemeOf(await open())).to.equal('dark');
    root.style.colorScheme = 'light';
    body.style.background = DARK;
    expect(schemeOf(await open())).to.equal('light');
  });

  it('is the one that a meta element declares', async () => {
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'color-scheme', content: 'dark' }),
    );
    expect(schemeOf(await open())).to.equal('dark');
  });

  for (const color of [
    DARK,
    'oklch(0.2 0.05 250)',
    'color(srgb 0.1 0.1 0.2)',
    'lab(15 10 10)',
    'hsl(220 40% 12%)',
  ]) {
    it(`is dark on ${color}`, async () => {
      body.style.background = color;
      expect(schemeOf(await open())).to.equal('dark');
    });
  }

  for (const color of [
    'rgb(250, 250, 245)',
    'oklch(0.97 0.01 90)',
    'color(display-p3 0.9 0.9 0.8)',
    '#00000033',
  ]) {
    it(`is light on ${color}`, async () => {
      body.style.background = color;
      expect(schemeOf(await open())).to.equal('light');
    });
  }

  it("is taken from the root element's background, which is painted first", async () => {
    root.style.background = DARK;
    expect(schemeOf(await open())).to.equal('dark');
  });

  it('is what the setting `theme` says, on any page', async () => {
    root.style.colorScheme = 'dark';
    expect(schemeOf(await open({ theme: 'light' }))).to.equal('light');
    root.style.colorScheme = 'light';
    expect(schemeOf(await open({ theme: 'dark' }))).to.equal('dark');
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    root.style.colorScheme = system === 'dark' ? 'light' : 'dark';
    expect(schemeOf(await open({ theme: 'system' }))).to.equal(system);
  });

  it('changes with a class that the page toggles', async () => {
    const sheet = document.createElement('style');
    sheet.textContent = `.night body { background: ${DARK} }`;
    document.head.append(sheet);
    const chat = await open();
    expect(schemeOf(chat)).to.equal('light');
    root.className = 'night';
    await chat.until('a dark chat', () => schemeOf(chat) === 'dark');
    root.className = '';
    await chat.until('a light chat', () => schemeOf(chat) === 'light');
  });

  it('changes with a background that is animated', async () => {
    body.style.transition = 'background-color 0.4s';
    body.style.backgroundColor = '#fff';
    const chat = await open();
    body.style.backgroundColor = DARK;
    await chat.until('a dark chat', () => schemeOf(chat) === 'dark');
  });

  it('is read again when a chat opens on a page that changed while the chat was closed', async () => {
    const chat = await open();
    chat.element.hide();
    await chat.drawn();
    body.style.background = DARK;
    chat.element.show();
    await chat.drawn();
    expect(schemeOf(chat)).to.equal('dark');
  });
});
