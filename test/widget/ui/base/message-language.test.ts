import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const JAPANESE = '未使用の靴は三十日以内に返品できます。';

describe('the language of messages', () => {
  const { prototype } = Intl.Locale;
  const { maximize } = prototype;
  afterEach(() => {
    prototype.maximize = maximize;
    ChatHarness.cleanUp();
  });

  it('is not detected again for all messages at every token of an answer', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport, { lang: 'ja' });
    chat.element.messages = Array.from({ length: 20 }, (_, index) => ({
      role: index % 2 ? ('assistant' as const) : ('user' as const),
      content: JAPANESE,
    }));
    await chat.ask(JAPANESE);
    const turn = await transport.asked();
    await turn.say('Some words, ');
    await chat.drawn();
    let looked = 0;
    prototype.maximize = function (): Intl.Locale {
      looked += 1;
      return maximize.call(this);
    };
    // On a busy machine the code of controls loads piece by piece, and each piece draws all messages once.
    for (let quiet = 0; quiet < 5;) {
      looked = 0;
      await turn.say('so ');
      await chat.drawn();
      quiet = looked === 0 ? quiet + 1 : 0;
    }
    const looks: number[] = [];
    for (const word of ['and ', 'some ', 'more ', 'of ', 'them.']) {
      looked = 0;
      await turn.say(word);
      await chat.drawn();
      looks.push(looked);
    }
    // Code that loads meanwhile (later in WebKit than elsewhere) draws all messages once.
    expect(looks.filter((count) => count > 0)).to.have.length.at.most(1);
    await turn.finish();
  });

  it('of an answer is detected from its beginning, and otherwise is that of the interface', async () => {
    const transport = new ScriptedTransport();
    const chat = await ChatHarness.open(transport, { lang: 'en' });
    await chat.ask('How?');
    const turn = await transport.asked();
    await turn.say(JAPANESE);
    await chat.drawn();
    expect(chat.lastReply?.lang).to.equal('ja');
    await turn.say(JAPANESE.repeat(20), 'Words. '.repeat(400));
    await turn.finish();
    await chat.drawn();
    expect(chat.lastReply?.lang).to.equal('ja');
    chat.element.lang = 'ja-JP';
    await chat.until('the new language', () => chat.lastReply?.lang === 'ja-jp');
  });
});
