import { expect } from 'chai';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const SOURCE = { id: 'a', title: 'A *first* page', url: '/first', snippet: '' };

describe('the row of buttons under an answer', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    ChatHarness.cleanUp();
  });

  async function answered(text: string, sources = [SOURCE]): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.emit({ type: 'sources', sources });
    await turn.say(text);
    await turn.finish();
    await chat.until('a row', () => chat.root.querySelector('[part=actions]'));
    return chat;
  }

  /**
   * Records what is put on the clipboard, by type. The clipboard is the test's own, since a test page has no
   * focus.
   */
  function catchClipboard(): Record<string, string> {
    const copied: Record<string, string> = {};
    const clipboard = {
      async write([item]: readonly ClipboardItem[]): Promise<void> {
        for (const type of item?.types ?? []) copied[type] = await (await item!.getType(type)).text();
      },
      async writeText(text: string): Promise<void> {
        copied['text/plain'] = text;
      },
    };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    return copied;
  }

  it('copies an answer as HTML and as plain text, with the sources that the answer cites', async () => {
    const copied = catchClipboard();
    const chat = await answered('## Title\n\nSee **this** [1] and [that](/x):\n\n1. one\n2. two');
    await chat.pressButton('Copy answer');
    await chat.until('the sign', () => chat.announcement === 'Copied');
    const { origin } = location;
    expect(copied['text/plain']).to.equal(
      `Title\n\nSee this [1] and that (${origin}/x):\n\n1. one\n2. two\n\n[1] A *first* page ${origin}/first`,
    );
    const html = copied['text/html'];
    expect(html).to.contain('<strong>this</strong> [1]').and.to.contain(`<a href="${origin}/x">that</a>`);
    expect(html).not.to.match(/class=|role=|cf-ai-chat/);
  });

  for (const [cited, shown] of [
    ['See this【1†source】.', 'See this[1].'],
    ['See this[^1].', 'See this[1].'],
    ['See this [doc1].', 'See this [doc1].'],
  ] as const) {
    it(`copies the sources of an answer that cites in its vendor's notation: ${cited}`, async () => {
      const copied = catchClipboard();
      const chat = await answered(cited);
      await chat.pressButton('Copy answer');
      await chat.until('a copy', () => copied['text/plain']);
      expect(copied['text/plain']).to.equal(`${shown}\n\n[1] A *first* page ${location.origin}/first`);
    });
  }

  it('copies no source for a number in code', async () => {
    const copied = catchClipboard();
    const chat = await answered('It is `list[1]`.');
    await chat.pressButton('Copy answer');
    await chat.until('a copy', () => copied['text/plain']);
    expect(copied['text/plain']).to.equal('It is list[1].');
  });

  it('copies the markdown on request, which is offered after the first copy', async () => {
    const copied = catchClipboard();
    const chat = await answered('See **this**.');
    expect(chat.root.querySelector('.instead')).to.equal(null);
    await chat.pressButton('Copy answer');
    await chat.until('the offer', () => chat.root.querySelector('.instead'));
    await chat.pressButton('Copy as Markdown');
    await chat.until('markdown', () => copied['text/plain'] === 'See **this**.');
  });

  it('puts no HTML of the model on the clipboard that could run script or load anything', async () => {
    const copied = catchClipboard();
    const chat = await answered(
      '<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) <script>alert(1)</script> [x](javascript:alert(1))',
      [],
    );
    await chat.pressButton('Copy answer');
    await chat.until('html', () => copied['text/html']);
    expect(copied['text/html']).not.to.match(/<img|<script|onerror|href="javascript/);
  });

  it('says so when copying fails', async () => {
    const clipboard = { write: () => Promise.reject(new Error('refused')) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    const { execCommand } = document;
    document.execCommand = () => false;
    const chat = await answered('So.');
    await chat.pressButton('Copy answer');
    await chat.until('words', () => chat.announcement.startsWith('Not copied'));
    document.execCommand = execCommand;
  });

  it('copies both formats where the browser has no clipboard API', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    const chat = await answered('See **this**.', []);
    const copied: string[] = [];
    const { execCommand } = document;
    document.execCommand = () => {
      const box = chat.root.activeElement;
      const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), cancelable: true });
      box?.dispatchEvent(event);
      for (const type of ['text/plain', 'text/html']) copied.push(event.clipboardData?.getData(type) ?? '');
      return true;
    };
    await chat.pressButton('Copy answer');
    await chat.until('the sign', () => chat.announcement === 'Copied');
    document.execCommand = execCommand;
    expect(copied[0]).to.equal('See this.');
    expect(copied[1]).to.contain('<strong>this</strong>');
  });

  it('regenerates the last answer and keeps focus', async () => {
    const chat = await answered('So.', []);
    await chat.pressButton('Answer again');
    const turn = await transport.answer('Better.');
    await chat.drawn();
    expect(turn.request.messages).to.deep.equal([{ role: 'user', content: 'How?' }]);
    expect(chat.bodies).to.deep.equal(['How?', 'Better.']);
    expect(chat.root.activeElement).not.to.equal(null);
  });

  it('offers to regenerate only the last answer, and no answer while one is awaited', async () => {
    const chat = await answered('So.', []);
    const offers = (): number => chat.root.querySelectorAll('[aria-label="Answer again"]').length;
    await chat.ask('And?');
    const turn = await transport.asked();
    expect(offers()).to.equal(0);
    await turn.say('This.');
    await turn.finish();
    await chat.drawn();
    expect(offers()).to.equal(1);
  });

  it('is visible under the last answer, and under others on hover and focus where there is a mouse', async () => {
    catchClipboard();
    const chat = await answered('So.', []);
    await chat.ask('And?');
    await transport.answer('This.');
    const [tools, toolsOfLast] = await chat.until('two rows', () => {
      const rows = [...chat.root.querySelectorAll<HTMLElement>('.tools')];
      return rows.length === 2 && rows;
    });
    const hasOpacity = (opacity: string, row = tools!): Promise<boolean> =>
      chat.until(`opacity ${opacity}`, () => getComputedStyle(row).opacity === opacity);
    expect(matchMedia('(hover: hover) and (pointer: fine)').matches).to.equal(true);
    await hasOpacity('0');
    await hasOpacity('1', toolsOfLast);
    tools!.querySelector('button')?.focus();
    await hasOpacity('1');
    tools!.querySelector('button')?.blur();
    await hasOpacity('0');
    await chat.pressButton('Copy answer');
    await chat.until('the offer', () => chat.root.querySelector('.instead'));
    await hasOpacity('1');
  });

  it('has reserved space from the start of an answer', async () => {
    const chat = await ChatHarness.open(transport);
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say('So.');
    await chat.drawn();
    const foot = chat.root.querySelector<HTMLElement>('.foot')!;
    const before = foot.getBoundingClientRect();
    await turn.finish();
    await chat.until('a row', () => chat.root.querySelector('[part=actions]'));
    expect(foot.getBoundingClientRect()).to.deep.equal(before);
  });
});
