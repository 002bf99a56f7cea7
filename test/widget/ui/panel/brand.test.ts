import { expect } from 'chai';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('a chat without settings of its own', () => {
  const added: HTMLElement[] = [];

  afterEach(() => {
    ChatHarness.cleanUp();
    for (const element of added.splice(0)) element.remove();
    document.documentElement.lang = 'en';
    document.documentElement.style.removeProperty('--cf-ai-chat-accent-color');
  });

  function addMeta(attributes: Readonly<Record<string, string>>): void {
    const meta = document.createElement('meta');
    for (const [name, value] of Object.entries(attributes)) meta.setAttribute(name, value);
    document.head.append(meta);
    added.push(meta);
  }

  const open = (settings: HarnessSettings = {}): Promise<ChatHarness> =>
    ChatHarness.open(new ScriptedTransport(), settings);

  const headingOf = (chat: ChatHarness): string => chat.part('heading').textContent?.trim() ?? '';
  const accentOf = ({ launcher }: ChatHarness): string => getComputedStyle(launcher).backgroundColor;

  /** A colour as the browser writes it: Chromium with seven digits behind the point, WebKit with six. */
  function written(color: string): string {
    const box = document.createElement('div');
    box.style.backgroundColor = color;
    document.body.append(box);
    added.push(box);
    return getComputedStyle(box).backgroundColor;
  }

  async function mount(settings: HarnessSettings = {}): Promise<ChatHarness> {
    const chat = ChatHarness.mount({ transport: new ScriptedTransport(), ...settings });
    await chat.element.updateComplete;
    return chat;
  }

  it('shows the name of the page, and its first letter', async () => {
    addMeta({ property: 'og:site_name', content: 'Northwind Shoes' });
    expect(headingOf(await open())).to.equal('Northwind Shoes');
    addMeta({ name: 'application-name', content: ' äpfel ' });
    ChatHarness.cleanUp();
    const chat = await open();
    expect(headingOf(chat)).to.equal('äpfel');
    expect(chat.part('mark').textContent?.trim()).to.equal('Ä');
  });

  it('shows our default heading where the page has no name or an empty one', async () => {
    addMeta({ name: 'application-name', content: ' ' });
    expect(headingOf(await open())).to.equal('Chat');
  });

  it("prefers what its owner has set to the page's name", async () => {
    addMeta({ name: 'application-name', content: 'Northwind' });
    expect(headingOf(await open({ strings: { heading: 'Ask Nora' } }))).to.equal('Ask Nora');
    ChatHarness.cleanUp();
    expect(headingOf(await open({ heading: 'Help' }))).to.equal('Help');
  });

  for (const [color, title, shown] of [
    ['#0a7d5a', 'a hue', 'color(srgb 0.0392157 0.490196 0.352941)'],
    ['#f60', 'a hue in three digits', 'color(srgb 1 0.4 0)'],
    ['#111827', 'the slate of a dark header', ''],
    ['#ffffff', 'white', ''],
    ['#fff', 'white in three digits', ''],
    ['gren', 'no colour', ''],
  ] as const)
    it(`takes the page's theme-color for its accent ${shown ? 'with' : 'not where it is'} ${title}`, async () => {
      const own = accentOf(await mount());
      ChatHarness.cleanUp();
      addMeta({ name: 'theme-color', content: color });
      expect(accentOf(await mount())).to.equal(shown === '' ? own : written(shown));
    });

  it("prefers the owner's accent to the page's theme-color", async () => {
    addMeta({ name: 'theme-color', content: '#0a7d5a' });
    const chat = await mount({ accent: '#c00' });
    expect(accentOf(chat)).to.equal('color(srgb 0.8 0 0)');
    chat.element.accent = 'gren';
    document.documentElement.style.setProperty('--cf-ai-chat-accent-color', '#00c');
    await chat.element.updateComplete;
    expect(accentOf(chat)).to.equal('color(srgb 0 0 0.8)');
  });

  it('follows the language of the page, open and closed', async () => {
    const chat = await open();
    document.documentElement.lang = 'de';
    await chat.until('German words', () => chat.part('close').ariaLabel === 'Chat schließen');
    chat.element.hide();
    document.documentElement.lang = 'fr';
    await chat.until('French words', () => chat.launcher.ariaLabel === 'Ouvrir le chat');
  });
});
