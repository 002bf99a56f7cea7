import { expect } from 'chai';
import * as fc from 'fast-check';
import { conversationId } from '../../../widget/conversation/line.ts';
import { isAbsent } from '../../../widget/conversation/message-record.ts';
import { recordKey } from '../../../widget/conversation/storage-key.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';

/** A chat whose clock moves with every message, and whose messages are named by their texts. */
class VersionedChat extends ConversationHarness {
  get texts(): readonly string[] {
    return this.state.messages.map(textOf);
  }

  /** The texts of all messages, shown or hidden. */
  get all(): readonly string[] {
    const records = [...this.state.records.values()].filter((record) => !isAbsent(record));
    return records.map(({ message }) => textOf(message)).toSorted();
  }

  override async exchange(question: string, answer: string): Promise<void> {
    this.now += 1;
    await super.exchange(question, answer);
  }

  async regenerate(answer: string): Promise<void> {
    this.now += 1;
    const asked = this.conversation.regenerate();
    await this.transport.answer(answer);
    await asked;
  }

  async edit(at: number, question: string, answer: string): Promise<void> {
    this.now += 1;
    const asked = this.conversation.edit(this.state.messages[at]?.id ?? '', question);
    await this.transport.answer(answer);
    await asked;
  }

  /** The texts of all versions of the message at this index. */
  versions(at: number): readonly string[] {
    const id = this.state.messages[at]?.id ?? '';
    return (this.state.versions.get(id) ?? [id]).map((version) =>
      textOf(this.state.records.get(version)?.message ?? { parts: [] }),
    );
  }

  /** Shows a version of a message; the first version is 1. */
  show(at: number, version: number): void {
    const { messages, versions } = this.state;
    const id = versions.get(messages[at]?.id ?? '')?.[version - 1];
    if (id !== undefined) this.conversation.show(id);
  }
}

describe('versions of messages', () => {
  it('regenerating an answer keeps the old answer as a version', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    expect(chat.texts).to.deep.equal(['Q', 'A2']);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
    chat.show(1, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A1']);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
  });

  it('each version keeps the messages that followed it', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    await chat.exchange('Q2', 'A2');
    await chat.edit(0, 'Other', 'B');
    await chat.exchange('Other 2', 'B2');
    expect(chat.texts).to.deep.equal(['Other', 'B', 'Other 2', 'B2']);
    chat.show(0, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A', 'Q2', 'A2']);
    chat.show(0, 2);
    expect(chat.texts).to.deep.equal(['Other', 'B', 'Other 2', 'B2']);
  });

  it('switching to a version brings back the branch that was last shown below it', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    await chat.exchange('Q2', 'A2');
    await chat.regenerate('A2 again');
    chat.show(3, 1);
    await chat.edit(0, 'Other', 'B');
    chat.show(0, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A', 'Q2', 'A2']);
    expect(chat.versions(3)).to.deep.equal(['A2', 'A2 again']);
  });

  it('a request contains only the shown versions', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.show(1, 1);
    await chat.exchange('More', 'B');
    const contents = chat.transport.turns.at(-1)?.request.messages.map(({ content }) => content);
    expect(contents).to.deep.equal(['Q', 'A1', 'More']);
  });

  it('a new version is shown, also when an older one was picked in the same millisecond', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.now -= 5;
    chat.show(1, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A1']);
    const asked = chat.conversation.regenerate();
    await chat.transport.answer('A3');
    await asked;
    expect(chat.texts).to.deep.equal(['Q', 'A3']);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2', 'A3']);
  });

  it('a question asked while an answer is regenerated stays in sight', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    chat.now += 1;
    void chat.conversation.regenerate();
    const again = await chat.transport.asked();
    chat.conversation.queue('Next');
    await again.say('A2');
    await again.finish();
    const next = await chat.transport.asked();
    await next.say('A3');
    await next.finish();
    expect(chat.texts).to.deep.equal(['Q', 'A2', 'Next', 'A3']);
  });

  it('a new version is shown, also when the clock was set back after an older one was picked', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.now += 1_000;
    chat.show(1, 1);
    chat.now -= 900;
    await chat.regenerate('A3');
    expect(chat.texts).to.deep.equal(['Q', 'A3']);
  });

  it('the earlier answer is shown again when the new one has no word', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    const asked = chat.conversation.regenerate();
    const turn = await chat.transport.asked();
    await turn.emit({ type: 'reasoning', text: 'Hm' });
    await turn.refuse('model-failed');
    await asked;
    expect(chat.texts).to.deep.equal(['Q', 'A1']);
    expect(chat.state.versions.size).to.equal(0);
  });

  it('the earlier question is shown again when the edited one failed and was removed', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    const asked = chat.conversation.edit(chat.state.messages[0]?.id ?? '', 'Other');
    await (await chat.transport.asked()).refuse('model-failed');
    await asked;
    expect(chat.versions(0)).to.deep.equal(['Q', 'Other']);
    chat.conversation.remove(chat.state.messages[0]?.id ?? '');
    expect(chat.texts).to.deep.equal(['Q', 'A']);
  });

  it('a question without an answer is not kept as a version when it is edited', async () => {
    const chat = new VersionedChat();
    const sent = chat.conversation.send('Q');
    await (await chat.transport.asked()).refuse('model-failed');
    await sent;
    await chat.edit(0, 'Better', 'A');
    expect(chat.versions(0)).to.deep.equal(['Better']);
  });

  it('the edit of an edit is a version beside the others', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    await chat.edit(0, 'Q2', 'A2');
    await chat.edit(0, 'Q3', 'A3');
    expect(chat.versions(0)).to.deep.equal(['Q', 'Q2', 'Q3']);
    chat.show(0, 2);
    expect(chat.texts).to.deep.equal(['Q2', 'A2']);
  });

  it('versions cannot be switched while an answer streams', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    const sent = chat.conversation.send('More');
    chat.show(1, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A2', 'More']);
    await chat.transport.answer('B');
    await sent;
  });

  it('versions stay when the site sets messages that the chat has given it', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.conversation.setMessages([...chat.state.messages]);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
    chat.conversation.setMessages([{ role: 'user', content: 'Another' }]);
    expect(chat.texts).to.deep.equal(['Another']);
    expect(chat.state.versions.size).to.equal(0);
  });

  it('a message that the site leaves out is removed with its versions and all that followed them', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    await chat.exchange('Q2', 'A2');
    await chat.edit(2, 'Other', 'B');
    chat.conversation.setMessages(chat.state.messages.slice(0, 2));
    expect(chat.texts).to.deep.equal(['Q', 'A']);
    await chat.edit(0, 'First', 'C');
    chat.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    expect(chat.texts).to.deep.equal(['Welcome']);
  });

  it('switching versions does not change the id of the conversation', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    const id = conversationId(chat.state);
    await chat.edit(0, 'Other', 'B');
    expect(conversationId(chat.state)).to.equal(id);
  });

  it('versions come back after a reload, with fields that a later release has stored', async () => {
    const storage = new MapStorage();
    const chat = new VersionedChat({ store: storeIn(storage) });
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.show(1, 1);
    const key = recordKey('shop', `m:${chat.state.id}:${chat.state.messages[0]?.id}`);
    storage.setItem(key, JSON.stringify({ ...JSON.parse(storage.getItem(key) ?? ''), mood: 'good' }));

    const next = new VersionedChat({ store: storeIn(storage), createId: () => 'next' });
    expect(next.versions(1)).to.deep.equal(['A1', 'A2']);
    expect(next.texts).to.deep.equal(['Q', 'A1']);
    next.now = chat.now;
    await next.regenerate('A3');
    expect(JSON.parse(storage.getItem(key) ?? '').mood).to.equal('good');
  });

  it('no message is lost in any order of questions, answers and switches', async () => {
    const step = fc.record({
      kind: fc.constantFrom('ask', 'regenerate', 'edit', 'show'),
      at: fc.nat(7),
      version: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const storage = new MapStorage();
        const chat = new VersionedChat({ store: storeIn(storage) });
        await chat.exchange('q', 'a');
        const said = ['q', 'a'];
        for (const [index, { kind, at, version }] of steps.entries()) {
          const { length } = chat.state.messages;
          const question = Math.floor((at % length) / 2) * 2;
          if (kind === 'ask') await chat.exchange(`q${index}`, `a${index}`);
          else if (kind === 'edit') await chat.edit(question, `q${index}`, `a${index}`);
          else if (kind === 'regenerate') await chat.regenerate(`a${index}`);
          else chat.show(at % length, version + 1);
          if (kind === 'ask' || kind === 'edit') said.push(`q${index}`);
          if (kind !== 'show') said.push(`a${index}`);
          expect(chat.all).to.deep.equal(said.toSorted());
          const { messages } = chat.state;
          expect(messages.map(({ role }) => role)).to.deep.equal(alternating(messages.length));
          const next = new VersionedChat({ store: storeIn(storage) });
          expect([next.texts, next.all]).to.deep.equal([chat.texts, chat.all]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function alternating(length: number): readonly string[] {
  return Array.from({ length }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant'));
}
