import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('the languages of a panel', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const OWN = {
    heading: 'Apua',
    subtitle: 'Vastaamme heti',
    greeting: 'Hei!',
    disclaimer: 'Voi erehtyä.',
    suggestions: 'Miten?',
  };

  /** The language that is in force for an element, within the chat. */
  const languageOf = (chat: ChatHarness, selector: string): string | undefined =>
    chat.root.querySelector(selector)?.closest<HTMLElement>('[lang]')?.lang;

  async function answered(chat: ChatHarness, question: string, answer: string): Promise<void> {
    await chat.ask(question);
    await transport.answer(answer);
    await chat.drawn();
  }

  it("mark our English words, and the page's own in its language, where we have none of it", async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi', ...OWN });
    for (const ours of ['.input', '.send', '.launcher', '[role=log]']) {
      expect(languageOf(chat, ours), ours).to.equal('en');
    }
    for (const own of ['#heading', '.subtitle', '.greeting', '.disclaimer span', '.suggestion bdi']) {
      expect(languageOf(chat, own), own).to.equal('fi');
    }
  });

  it('are that of the page where we have its words', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'de-CH', heading: 'Hilfe' });
    for (const element of ['.input', '.launcher', '#heading', '.greeting'])
      expect(languageOf(chat, element), element).to.equal('de-ch');
  });

  it('are that of the page where it brings words of its own', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi', strings: { send: 'Lähetä' } });
    expect(languageOf(chat, '.send')).to.equal('fi');
  });

  it('are not claimed for messages in other letters, nor for any in Latin ones', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'en' });
    await answered(chat, 'كيف أُرجع حذائي؟', 'يمكنك إرجاع الحذاء.');
    expect(languageOf(chat, '.bubble')).to.equal('');
    expect(languageOf(chat, '.message .markdown')).to.equal('');
    expect(languageOf(chat, '[role=status]')).to.equal('');
    await answered(chat, 'How?', 'So.');
    expect(languageOf(chat, '.message:last-child .markdown')).to.equal('');
  });

  it('are marked with the language of the page where the letters of a message fit it', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    await answered(chat, '返品できますか？', 'はい、できます。*未使用*のみです。');
    expect(languageOf(chat, '.message .markdown')).to.equal('ja');
    expect(languageOf(chat, '[role=status]')).to.equal('ja');
    const emphasis = chat.lastReply?.querySelector('em');
    expect(emphasis && getComputedStyle(emphasis).fontStyle).to.equal('normal');
  });

  it('are ours for what the live region says itself', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi' });
    await chat.ask('hei');
    expect(chat.announcement).to.equal('Answering…');
    expect(languageOf(chat, '[role=status]')).to.equal('en');
  });

  it('keep the words of the interface whole in Japanese', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja', suggestions: '返品できますか？' });
    const suggestion = chat.part('suggestion');
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(suggestion).wordBreak).to.equal('auto-phrase');
    await chat.type('靴');
    expect(getComputedStyle(chat.input).wordBreak).to.equal('normal');
  });

  it('keep the words of a placeholder whole in Japanese', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(chat.input).wordBreak).to.equal('auto-phrase');
  });

  it('keep the words of a Japanese question, a heading and a table whole, not those of a paragraph', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    await answered(
      chat,
      '返品できますか？',
      '## 返品\n\nはい、できます。\n\n| 30日以内 |\n| --- |\n| 未使用 |',
    );
    const breaksOf = (selector: string): string =>
      getComputedStyle(chat.root.querySelector(selector)!).wordBreak;
    expect(breaksOf('.message p')).to.equal('normal');
    if (!CSS.supports('word-break', 'auto-phrase')) return;
    for (const short of ['.bubble', '.message h2', '.message th', '.message td'])
      expect(breaksOf(short), short).to.equal('auto-phrase');
  });
});

describe('the count of characters', () => {
  afterEach(() => ChatHarness.cleanUp());

  async function countAt(length: number, lang: string): Promise<string | undefined> {
    const chat = await ChatHarness.open(new ScriptedTransport(), { lang });
    await chat.type('x'.repeat(length));
    return chat.root.querySelector('#count')?.textContent;
  }

  it('says in words how much is left, and how much is too much', async () => {
    expect(await countAt(3_999, 'en')).to.equal('1 character left');
    expect(await countAt(9_000, 'en')).to.equal('5,000 characters too many');
    expect(await countAt(9_000, 'de')).to.equal('5.000 Zeichen zu viel');
    expect(await countAt(3_400, 'en')).to.equal(undefined);
  });
});

describe('controls of little weight', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('are painted in the muted colour', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    const close = chat.part('close');
    const colorOf = (element: Element): string => getComputedStyle(element).color;
    expect(colorOf(close)).to.equal('rgb(92, 99, 112)');
    expect(colorOf(close)).not.to.equal(colorOf(chat.panel));
  });
});
