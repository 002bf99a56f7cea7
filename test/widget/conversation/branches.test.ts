import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  attached,
  conversationId,
  shrinking,
  without,
  type Branches,
} from '../../../widget/conversation/branches.ts';
import { parseBranches } from '../../../widget/conversation/parse-messages.ts';
import { openTranscriptStore } from '../../../widget/conversation/persistence.ts';
import { type StorageLike, StorageWithMemory } from '../../../widget/conversation/storage-with-memory.ts';
import { showVersion, versionsOf } from '../../../widget/conversation/versions.ts';
import { textOf } from '../../../widget/protocol/chat-message.ts';
import { ConversationHarness } from '../../support/conversation-harness.ts';

/** Lets time pass with every message, and names versions by their texts. */
class VersionedChat extends ConversationHarness {
  get texts(): readonly string[] {
    return this.state.messages.map(textOf);
  }

  /** The texts of everything, shown or hidden. */
  get all(): readonly string[] {
    return [...this.texts, ...(this.state.hidden ?? []).map(textOf)].toSorted();
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

  /** The texts of all versions of the message at an index. */
  versions(at: number): readonly string[] {
    const everything = [...this.state.messages, ...(this.state.hidden ?? [])];
    return versionsOf(this.state, this.state.messages[at]?.id ?? '').map((id) =>
      textOf(everything.find((message) => message.id === id) ?? { parts: [] }),
    );
  }

  /** Shows a version, the first is 1. */
  show(at: number, version: number): void {
    const id = versionsOf(this.state, this.state.messages[at]?.id ?? '')[version - 1] ?? '';
    this.conversation.show(showVersion(this.state, id));
  }
}

describe('versions of messages', () => {
  it('keep the answer that was given anew', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    expect(chat.texts).to.deep.equal(['Q', 'A2']);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
    chat.show(1, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A1']);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
  });

  it('keep each what followed it', async () => {
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

  it('come back with the branch that was last shown in them', async () => {
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

  it('are sent only where they are shown', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.show(1, 1);
    await chat.exchange('More', 'B');
    const contents = chat.transport.turns.at(-1)?.request.messages.map(({ content }) => content);
    expect(contents).to.deep.equal(['Q', 'A1', 'More']);
  });

  it('show the earlier answer again where the new one has no word', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    const asked = chat.conversation.regenerate();
    const turn = await chat.transport.asked();
    await turn.emit({ type: 'reasoning', text: 'Hm' });
    await turn.refuse('model-failed');
    await asked;
    expect(chat.texts).to.deep.equal(['Q', 'A1']);
    expect(chat.state.hidden).to.equal(undefined);
  });

  it('show the earlier question again where the new one failed and was taken out', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    const asked = chat.conversation.edit(chat.state.messages[0]?.id ?? '', 'Other');
    await (await chat.transport.asked()).refuse('model-failed');
    await asked;
    expect(chat.versions(0)).to.deep.equal(['Q', 'Other']);
    chat.conversation.remove(chat.state.messages[0]?.id ?? '');
    expect(chat.texts).to.deep.equal(['Q', 'A']);
  });

  it('do not count a question that got no answer when it is edited', async () => {
    const chat = new VersionedChat();
    const sent = chat.conversation.send('Q');
    await (await chat.transport.asked()).refuse('model-failed');
    await sent;
    await chat.edit(0, 'Better', 'A');
    expect(chat.versions(0)).to.deep.equal(['Better']);
  });

  it('do not change while an answer streams', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    const sent = chat.conversation.send('More');
    chat.show(1, 1);
    expect(chat.texts).to.deep.equal(['Q', 'A2', 'More']);
    await chat.transport.answer('B');
    await sent;
  });

  it('stay where the page sets messages that it was given', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.conversation.setMessages([...chat.state.messages]);
    expect(chat.versions(1)).to.deep.equal(['A1', 'A2']);
    chat.conversation.setMessages([{ role: 'user', content: 'Another' }]);
    expect(chat.state.hidden).to.equal(undefined);
  });

  it('are the same conversation, whichever is shown', async () => {
    const chat = new VersionedChat();
    await chat.exchange('Q', 'A');
    const id = conversationId(chat.state);
    await chat.edit(0, 'Other', 'B');
    expect(conversationId(chat.state)).to.equal(id);
  });

  it('come back after a reload, with what a later release has stored', async () => {
    const storage = new Map<string, string>();
    const area = mapStorage(storage);
    const chat = new VersionedChat({ store: openTranscriptStore(new StorageWithMemory(area), 'shop') });
    await chat.exchange('Q', 'A1');
    await chat.regenerate('A2');
    chat.show(1, 1);
    const record = JSON.parse(storage.get('cf-ai-chat:shop') ?? '');
    record.colour = 'red';
    record.messages[0].mood = 'good';
    storage.set('cf-ai-chat:shop', JSON.stringify(record));

    const next = new VersionedChat({ store: openTranscriptStore(new StorageWithMemory(area), 'shop') });
    expect(next.versions(1)).to.deep.equal(['A1', 'A2']);
    expect(next.texts).to.deep.equal(['Q', 'A1']);
    next.now = chat.now;
    await next.exchange('More', 'B');
    const written = JSON.parse(storage.get('cf-ai-chat:shop') ?? '');
    expect(written.colour).to.equal('red');
    expect(written.messages[0].mood).to.equal('good');
  });

  it('are given up before shown messages where the storage is short, the oldest first', async () => {
    const storage = new Map<string, string>();
    const area = mapStorage(storage, 2_500);
    const chat = new VersionedChat({ store: openTranscriptStore(new StorageWithMemory(area), 'shop') });
    await chat.exchange('Q', 'A1'.repeat(200));
    for (const answer of ['A2', 'A3', 'A4', 'A5', 'A6']) await chat.regenerate(answer.repeat(200));
    const { messages, hidden } = JSON.parse(storage.get('cf-ai-chat:shop') ?? '');
    expect(messages.length).to.equal(2);
    expect(hidden.map(textOf).at(-1)).to.equal('A5'.repeat(200));
    expect(hidden.length).to.be.lessThan(5);
  });

  it('lose no message in any order of questions, answers and steps between versions', async () => {
    const step = fc.record({
      kind: fc.constantFrom('ask', 'regenerate', 'edit', 'show'),
      at: fc.nat(7),
      version: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const chat = new VersionedChat();
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
          const { messages, hidden = [] } = chat.state;
          expect(attached({ messages, hidden }).length).to.equal(hidden.length);
          expect(messages.map(({ role }) => role)).to.deep.equal(alternating(messages.length));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a conversation without one of its messages', () => {
  const message = { role: 'user', parts: [], status: 'complete', createdAt: 1 } as const;
  const [first, second, third] = ['a', 'b', 'c'].map((id) => ({ ...message, id }));
  const versions = [
    { ...message, id: 'd', parentId: 'b' },
    { ...message, id: 'e', parentId: 'a' },
  ];
  const branches = { messages: [first!, second!, third!], hidden: versions };
  const parents = (id: string) => without(branches, id).hidden?.map(({ parentId }) => parentId);

  it('has its hidden messages behind the one before it, or at the beginning', () => {
    expect(without(branches, 'b').messages.map(({ id }) => id)).to.deep.equal(['a', 'c']);
    expect(parents('b')).to.deep.equal(['a', 'a']);
    expect(parents('a')).to.deep.equal(['b', null]);
    expect(parents('c')).to.deep.equal(['b', 'a']);
  });
});

describe('shrinking', () => {
  it('ends with the newest shown message', () => {
    const last = [...shrinking(sample())].at(-1);
    expect(last?.messages.map(({ id }) => id)).to.deep.equal(['a']);
    expect(last?.hidden).to.deep.equal([]);
  });
});

describe('parseBranches', () => {
  it('drops hidden messages that follow nothing, and those that are shown', () => {
    const { messages, hidden = [] } = sample();
    const orphan = { ...hidden[0], id: 'orphan', parentId: 'gone' };
    const shown = { ...hidden[0], id: 'a' };
    const read = parseBranches(
      { messages, hidden: [...hidden, orphan, shown, 5, null] },
      { createId: () => 'new', now: () => 0 },
    );
    expect(read.hidden?.map(({ id }) => id)).to.deep.equal(['b', 'c']);
  });
});

/** A question `q` with the answer `a`, and hidden: the answer `b` with the question `c` after it. */
function sample(): Branches {
  const message = (id: string, role: 'user' | 'assistant') =>
    ({ id, role, parts: [{ type: 'text', text: id }], status: 'complete', createdAt: 1 }) as const;
  return {
    messages: [message('q', 'user'), message('a', 'assistant')],
    hidden: [
      { ...message('b', 'assistant'), parentId: 'q' },
      { ...message('c', 'user'), parentId: 'b' },
    ],
  };
}

function alternating(length: number): readonly string[] {
  return Array.from({ length }, (_, index) => (index % 2 === 0 ? 'user' : 'assistant'));
}

function mapStorage(entries: Map<string, string>, limit = Infinity): () => StorageLike {
  return () => ({
    length: 0,
    key: () => null,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key) => void entries.delete(key),
  });
}
