import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { render } from '../../../../widget/ui/base/html.ts';
import { renderTranscript } from '../../../../widget/ui/chat/transcript.ts';
import type { Chat } from '../../../../widget/ui/feature/chat.ts';
import { createChat, type CreatedChat } from '../../../../widget/ui/panel/create-chat.ts';
import { Epoch } from '../../../../widget/ui/panel/epoch.ts';
import { ElementStrings } from '../../../../widget/ui/strings/element-strings.ts';

/** A transcript that counts how many message templates are rendered: each template draws one slot for controls. */
class CountedTranscript {
  readonly root = document.createElement('div');
  readonly epoch = new Epoch();
  readonly #chat: Chat;
  readonly #scroll: CreatedChat['scroll'];
  #count = 0;

  private constructor({ chat, scroll }: CreatedChat) {
    this.#chat = chat;
    this.#scroll = scroll;
    const { draw } = chat;
    chat.draw = (place, ...args) => {
      if (place === 'tools') this.#count += 1;
      return draw(place, ...args);
    };
  }

  static async open(transport: ScriptedTransport): Promise<CountedTranscript> {
    const { element: host } = await ChatHarness.open(transport);
    const nothing = (): void => undefined;
    const created = createChat({
      host,
      strings: await ElementStrings.load(host),
      root: document.createElement('div'),
      signal: new AbortController().signal,
      redraw: nothing,
      announce: nothing,
      focusInput: nothing,
      moveFocus: nothing,
    });
    return new CountedTranscript(created);
  }

  get conversation(): Chat['conversation'] {
    return this.#chat.conversation;
  }

  /** Draws, and returns how many messages were rendered. */
  draw(): number {
    const before = this.#count;
    const view = renderTranscript({
      chat: this.#chat,
      policy: {},
      avatar: undefined,
      renderer: undefined,
      end: undefined,
      scroll: this.#scroll,
      firstDrawn: 0,
      epoch: this.epoch.read(this.#chat),
    });
    render(view, this.root);
    return this.#count - before;
  }
}

describe('the messages that are rendered again', () => {
  let transport: ScriptedTransport;

  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  for (const length of [0, 20, 100]) {
    it(`are only the growing answer when a token arrives, after ${length} other messages`, async () => {
      const transcript = await CountedTranscript.open(transport);
      transcript.conversation.setMessages(
        Array.from({ length }, (_, index) => ({
          role: index % 2 ? 'assistant' : 'user',
          content: `${index}`,
        })),
      );
      void transcript.conversation.send('How long?');
      expect(transcript.draw()).to.equal(length + 2);
      const turn = await transport.asked();
      await turn.say('As long ');
      transcript.draw();
      for (const word of ['as ', 'you ', 'like.']) {
        await turn.say(word);
        expect(transcript.draw()).to.equal(1);
      }
      expect(transcript.draw()).to.equal(0);
      expect(transcript.root.querySelectorAll('.message')).to.have.length(length + 2);
    });
  }

  it('are all messages after a change that concerns all of them', async () => {
    const transcript = await CountedTranscript.open(transport);
    transcript.conversation.setMessages([
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'One.' },
    ]);
    expect(transcript.draw()).to.equal(2);
    transcript.epoch.advance();
    expect(transcript.draw()).to.equal(2);
    // Both other messages change, too: a new last answer takes the button "Answer again" away from the one
    // before.
    void transcript.conversation.send('Two?');
    expect(transcript.draw()).to.equal(4);
  });

  it('are none while the visitor types', async () => {
    const transcript = await CountedTranscript.open(transport);
    transcript.conversation.setMessages([{ role: 'user', content: 'One?' }]);
    transcript.draw();
    transcript.conversation.type('Tw');
    expect(transcript.draw()).to.equal(0);
  });
});
