import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { FakeFeedback } from '../../../support/fake-feedback.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';

const SETTINGS = { instance: 'shop', endpoint: 'https://chat.example/api/chat' } as const;

/** The kinds of records: the part of a stored key behind its version. */
const KINDS = ['comment', 'draft', 'edit', 'm', 'now', 'scroll'];

/** The text under each key of both storages that a test selects. */
type Stored = ReadonlyMap<string, string>;

function stored(): Stored {
  return new Map([sessionStorage, localStorage].flatMap((area) => Object.entries<string>({ ...area })));
}

/** All records, as a release with another storage version would have written them. */
function ofOtherVersion(records: Stored): Stored {
  const entries = [...records].filter(([key]) => key.includes(':v1:'));
  return new Map(entries.map(([key, text]) => [key.replace(':v1:', ':v2:'), text]));
}

function kindsOf(records: Stored): readonly string[] {
  return [...new Set([...records.keys()].map((key) => key.split(':')[3] ?? ''))].toSorted();
}

describe('records of another version', () => {
  let transport: ScriptedTransport;
  let backend: FakeFeedback;
  beforeEach(() => {
    transport = new ScriptedTransport();
    backend = new FakeFeedback();
  });
  afterEach(() => {
    backend.restore();
    ChatHarness.cleanUp();
  });

  async function write(chat: ChatHarness, selector: string, text: string): Promise<void> {
    const box = await chat.until(selector, () => chat.root.querySelector<HTMLTextAreaElement>(selector));
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }

  /** Asks a question, which is answered and can be rated. */
  async function converse(chat: ChatHarness, question: string): Promise<void> {
    await chat.ask(question);
    const turn = await transport.asked();
    await turn.emit({ type: 'start', queryId: 'q_1', links: { feedback: '/api/feedback' } });
    await turn.say(`Answer to ${question}`);
    await turn.finish();
    await chat.drawn();
  }

  async function openHistory(chat: ChatHarness): Promise<readonly string[]> {
    await chat.choose('Earlier chats');
    await chat.until('the list', () => chat.root.activeElement?.matches('.history-back'));
    return [...chat.root.querySelectorAll('[part=thread]')].map((row) => row.textContent.trim());
  }

  /**
   * A visit that stores each kind of record: the page is left while an answer streams and all texts are half
   * typed.
   */
  async function visit(persist: 'session' | 'local'): Promise<ChatHarness> {
    const chat = await ChatHarness.open(transport, { ...SETTINGS, persist });
    expect(chat.bodies).to.deep.equal([]);
    expect(chat.input.value).to.equal('');
    await converse(chat, 'Boots?');
    await chat.choose('New chat');
    await converse(chat, 'Shoes?');
    await chat.until('a pencil', () => chat.root.querySelector('.edit-question'));
    await chat.pressButton('Edit');
    await write(chat, '.edit textarea', 'Brown sho');
    (await chat.thumbs())[1].click();
    await write(chat, '.comment textarea', 'The pri');
    await chat.ask('Laces?');
    await (await transport.asked()).say('Red');
    await chat.ask('Why?');
    await chat.until('a queue', () => chat.root.querySelector('[part=queue] li'));
    await chat.type('And a bru');
    dispatchEvent(new PageTransitionEvent('pagehide'));
    return chat;
  }

  for (const persist of ['session', 'local'] as const)
    it(`are byte for byte unchanged by a whole visit (${persist})`, async () => {
      await visit(persist);
      const others = ofOtherVersion(stored());
      expect(kindsOf(others)).to.deep.equal(KINDS);
      const lasting = new Set(Object.keys(localStorage));
      ChatHarness.cleanUp();
      for (const [key, text] of others) {
        const isLasting = lasting.has(key.replace(':v2:', ':v1:'));
        (isLasting ? localStorage : sessionStorage).setItem(key, text);
      }

      const chat = await visit(persist);
      expect(chat.root.querySelector('.other-draft')).to.equal(null);
      expect(kindsOf(ofOtherVersion(stored()))).to.deep.equal(KINDS);
      await chat.choose('New chat');
      expect(await openHistory(chat)).to.have.length(2);
      await chat.pressButton('Delete: Boots?');
      await chat.pressButton('Delete all');
      expect(chat.root.querySelectorAll('[part=thread]')).to.have.length(0);
      await chat.pressButton('Back');
      await converse(chat, 'Socks?');
      chat.element.remove();

      const next = await ChatHarness.open(transport, { ...SETTINGS, persist });
      expect(next.bodies).to.deep.equal(['Socks?', 'Answer to Socks?']);
      next.element.clear();
      next.element.remove();
      ChatHarness.mount({ ...SETTINGS, persist }).element.clear();
      const now = stored();
      for (const [key, text] of others) expect(now.get(key), key).to.equal(text);
    });

  it('are unchanged by a page that clears a chat which was not opened', async () => {
    localStorage.setItem('cf-ai-chat:shop:v2:now', 'a');
    localStorage.setItem('cf-ai-chat:shop:v2:m:a:q', '{}');
    const before = stored();
    ChatHarness.mount({ ...SETTINGS, persist: 'local' }).element.clear();
    expect([...stored()]).to.deep.equal([...before]);
  });

  it('are deleted with all others when the visitor withdraws the consent', async () => {
    localStorage.setItem('cf-ai-chat:shop:v2:now', 'a');
    const settings = { ...SETTINGS, consent: 'before-first-message', persist: 'local' } as const;
    const chat = await ChatHarness.open(transport, settings);
    chat.element.storage.allow();
    await converse(chat, 'Boots?');
    await chat.choose('Withdraw consent and delete everything');
    await chat.until('an empty chat', () => chat.bodies.length === 0);
    expect([...stored()]).to.deep.equal([]);
  });
});
