import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

describe('the lang attributes of a panel', () => {
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

  /** The language that applies to an element inside of the chat. */
  const languageOf = (chat: ChatHarness, selector: string): string | undefined =>
    chat.root.querySelector(selector)?.closest<HTMLElement>('[lang]')?.lang;

  async function answered(chat: ChatHarness, question: string, answer: string): Promise<void> {
    await chat.ask(question);
    await transport.answer(answer);
    await chat.drawn();
  }

  it("mark our English strings, and the page's own strings with its language, where we do not have that language", async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi', ...OWN });
    for (const ours of ['.input', '.send', '.launcher', '[role=log]']) {
      expect(languageOf(chat, ours), ours).to.equal('en');
    }
    for (const own of ['#heading', '.subtitle', '.greeting', '.disclaimer span', '.suggestion bdi']) {
      expect(languageOf(chat, own), own).to.equal('fi');
    }
  });

  it("name the page's language where we have its strings", async () => {
    const chat = await ChatHarness.open(transport, { lang: 'de-CH', heading: 'Hilfe' });
    for (const element of ['.input', '.launcher', '#heading', '.greeting'])
      expect(languageOf(chat, element), element).to.equal('de-ch');
  });

  it("name the page's language where the page brings strings of its own", async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi', strings: { send: 'Lähetä' } });
    expect(languageOf(chat, '.send')).to.equal('fi');
  });

  it('are left out for messages in another script, and for all messages in Latin script', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'en' });
    await answered(chat, 'كيف أُرجع حذائي؟', 'يمكنك إرجاع الحذاء.');
    expect(languageOf(chat, '.bubble')).to.equal('');
    expect(languageOf(chat, '.message .markdown')).to.equal('');
    expect(languageOf(chat, '[role=status]')).to.equal('');
    await answered(chat, 'How?', 'So.');
    expect(languageOf(chat, '.message:last-child .markdown')).to.equal('');
  });

  it("name the page's language for messages in a script of that language", async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    await answered(chat, '返品できますか？', 'はい、できます。*未使用*のみです。');
    expect(languageOf(chat, '.message .markdown')).to.equal('ja');
    expect(languageOf(chat, '[role=status]')).to.equal('ja');
    const emphasis = chat.lastReply?.querySelector('em');
    expect(emphasis && getComputedStyle(emphasis).fontStyle).to.equal('normal');
  });

  it('name our language for the announcements of the live region', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'fi' });
    await chat.ask('hei');
    expect(chat.announcement).to.equal('Answering…');
    expect(languageOf(chat, '[role=status]')).to.equal('en');
  });

  it('keep words of the interface on one line in Japanese', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja', suggestions: '返品できますか？' });
    const suggestion = chat.part('suggestion');
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(suggestion).wordBreak).to.equal('auto-phrase');
    await chat.type('靴');
    expect(getComputedStyle(chat.input).wordBreak).to.equal('normal');
  });

  it('keep words of a placeholder on one line in Japanese', async () => {
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    if (CSS.supports('word-break', 'auto-phrase'))
      expect(getComputedStyle(chat.input).wordBreak).to.equal('auto-phrase');
  });

  it('keep words of a Japanese question, heading and table on one line, but not of a paragraph', async () => {
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

describe('the count of remaining characters', () => {
  afterEach(() => ChatHarness.cleanUp());

  async function countAt(length: number, lang: string): Promise<string | undefined> {
    const chat = await ChatHarness.open(new ScriptedTransport(), { lang });
    await chat.type('x'.repeat(length));
    return chat.root.querySelector('#count')?.textContent;
  }

  it('says in words how many characters are left, and how many are too many', async () => {
    expect(await countAt(3_999, 'en')).to.equal('1 character left');
    expect(await countAt(9_000, 'en')).to.equal('5,000 characters too many');
    expect(await countAt(9_000, 'de')).to.equal('5.000 Zeichen zu viel');
    expect(await countAt(3_400, 'en')).to.equal(undefined);
  });
});

describe('secondary controls', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('are painted in the muted colour', async () => {
    const chat = await ChatHarness.open(new ScriptedTransport());
    const close = chat.part('close');
    const colorOf = (element: Element): string => getComputedStyle(element).color;
    expect(colorOf(close)).to.equal('rgb(92, 99, 112)');
    expect(colorOf(close)).not.to.equal(colorOf(chat.panel));
  });
});
