import { expect } from 'chai';
import { CfAiChatElement } from '../../../../../widget/index.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { contrastOf, paint } from '../../../../support/contrast.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

describe('text colours on surfaces that the page chooses', () => {
  const style = document.createElement('style');
  afterEach(() => {
    ChatHarness.cleanUp();
    style.remove();
  });

  async function open(
    tokens: Readonly<Record<string, string>>,
    settings: HarnessSettings = {},
  ): Promise<ChatHarness> {
    choose(tokens);
    const chat = await ChatHarness.open(new ScriptedTransport(), settings);
    return chat;
  }

  function choose(tokens: Readonly<Record<string, string>>): void {
    const lines = Object.entries(tokens).map(([name, value]) => `--cf-ai-chat-${name}: ${value};`);
    style.textContent = `cf-ai-chat { ${lines.join(' ')} }`;
    document.head.append(style);
  }

  const colorOf = (chat: ChatHarness, part: string): string => getComputedStyle(chat.part(part)).color;
  const schemeOf = (chat: ChatHarness): string => getComputedStyle(chat.part('base')).colorScheme;

  it('are light on a dark surface, also in the light scheme', async () => {
    const chat = await open({ 'surface-color': '#10201c' }, { theme: 'light' });
    expect(colorOf(chat, 'transcript')).to.match(/^rgb\((2[34]\d)/);
    expect(schemeOf(chat)).to.equal('dark');
  });

  describe('before the panel has loaded', () => {
    const { environment } = CfAiChatElement;
    afterEach(() => {
      CfAiChatElement.environment = environment;
    });

    /** The contrast of an element's text with the surface of the page. */
    const contrastOn = (surface: string, said: Element): number =>
      contrastOf(paint(getComputedStyle(said).color), paint(surface));

    for (const [theme, surface] of [
      ['light', '#0d1224'],
      ['dark', '#fbf7ef'],
    ] as const) {
      it(`make a teaser and a failure readable on ${surface} (${theme})`, async () => {
        choose({ 'surface-color': surface });
        CfAiChatElement.environment = {
          ...environment,
          loadPanel: () => Promise.reject(new Error('no network')),
        };
        const settings = { transport: new ScriptedTransport(), theme, teaser: 'Questions?', teaserDelay: 1 };
        const chat = ChatHarness.mount(settings);
        const teaser = await chat.until('a teaser', () => chat.root.querySelector('.teaser'));
        expect(contrastOn(surface, teaser)).to.be.at.least(7);
        chat.element.show();
        const failure = await chat.until('a failure', () => chat.root.querySelector('.notice'));
        expect(contrastOn(surface, failure)).to.be.at.least(7);
      });
    }
  });

  it('change when the page changes a surface', async () => {
    const chat = await open({ 'text-color': 'rgb(10 60 10)' });
    expect(colorOf(chat, 'transcript')).to.equal('rgb(10, 60, 10)');
    choose({ 'surface-color': 'oklch(0.25 0.05 260)' });
    await chat.until('a dark scheme', () => schemeOf(chat) === 'dark');
    choose({ 'surface-color': 'ivory' });
    await chat.until('a light scheme', () => schemeOf(chat) === 'light');
  });

  it('are set when a page chooses its first surface', async () => {
    const chat = await open({});
    choose({ 'surface-color': '#123' });
    await chat.until('a dark scheme', () => schemeOf(chat) === 'dark');
  });

  it('are left to the owner for a header with a picture', async () => {
    const chat = await open({
      'header-background': 'linear-gradient(#111, #222)',
      'header-color': 'rgb(255, 255, 255)',
    });
    expect(colorOf(chat, 'heading')).to.equal('rgb(255, 255, 255)');
  });

  for (const [name, tokens] of Object.entries({
    paper: { 'surface-color': '#fbf7ef', 'bubble-background': '#efe6d4', 'code-background': '#2b2a27' },
    midnight: { 'surface-color': '#0b1020', 'header-background': '#e8ecff', 'bubble-background': '#7aa2ff' },
    grey: { 'surface-color': '#777', 'text-color': '#888', 'muted-color': '#777', 'code-background': '#777' },
  })) {
    it(`have no contrast that axe reports as too low (${name})`, async () => {
      choose(tokens);
      const transport = new ScriptedTransport();
      const settings = { subtitle: 'A line', suggestions: 'How?', privacyUrl: 'https://example.com/' };
      const chat = await ChatHarness.open(transport, settings);
      expect(await violations(chat), 'empty').to.deep.equal([]);
      await chat.ask('A question');
      const turn = await transport.asked();
      await turn.say('Text, `code` and a [link](https://example.com).\n\n```js\nconst a = "b"; // c\n```\n');
      await turn.finish();
      await chat.until('a bar', () => chat.root.querySelector('.code-row'));
      await chat.drawn();
      expect(await violations(chat), 'answered').to.deep.equal([]);
      await chat.ask('Another');
      await (await transport.asked()).refuse('model-busy');
      await chat.drawn();
      expect(await violations(chat), 'failed').to.deep.equal([]);
    });
  }
});
