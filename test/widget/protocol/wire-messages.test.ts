import { expect } from 'chai';
import { toWireMessages } from '../../../widget/protocol/wire-messages.ts';
import type { ChatMessage, ChatRole, MessageStatus } from '../../../widget/protocol/chat-message.ts';
import {
  MAX_ASSISTANT_CHARACTERS,
  MAX_CONVERSATION_BYTES,
  MAX_MESSAGES,
} from '../../../widget/protocol/limits.ts';

function messageOf(role: ChatRole, text: string, status: MessageStatus = 'complete'): ChatMessage {
  return { id: text, role, parts: [{ type: 'text', text }], status, createdAt: 1 };
}

/** Questions and answers in turn, each with its number as its text. */
function transcriptOf(count: number, text: (index: number) => string = String): readonly ChatMessage[] {
  return Array.from({ length: count }, (_, index) =>
    messageOf(index % 2 ? 'assistant' : 'user', text(index)),
  );
}

function contentsOf(messages: readonly ChatMessage[], limit: number): readonly string[] {
  return toWireMessages(messages, limit).map(({ content }) => content);
}

describe('toWireMessages', () => {
  it('sends the newest messages, and begins with a question', () => {
    expect(contentsOf(transcriptOf(7), 3)).to.deep.equal(['4', '5', '6']);
    expect(contentsOf(transcriptOf(7), 4)).to.deep.equal(['4', '5', '6']);
    expect(contentsOf(transcriptOf(7), 1)).to.deep.equal(['6']);
  });

  for (const limit of [0, -3, NaN]) {
    it(`sends the newest message when the limit is ${limit}`, () => {
      expect(contentsOf(transcriptOf(3), limit)).to.deep.equal(['2']);
    });
  }

  it('never sends more messages than the backend accepts', () => {
    expect(toWireMessages(transcriptOf(201), 500)).to.have.length(MAX_MESSAGES - 1);
  });

  it('leaves out failed messages and empty ones, and sends text only', () => {
    const silent: ChatMessage = { ...messageOf('assistant', ''), parts: [{ type: 'reasoning', text: 'Hm' }] };
    const lost = messageOf('user', 'lost', 'failed');
    const stopped: ChatMessage = {
      ...messageOf('assistant', 'half', 'stopped'),
      parts: [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'half' },
      ],
    };
    const messages = [lost, messageOf('user', 'One'), stopped, silent, messageOf('user', 'Two')];
    expect(contentsOf(messages, 20)).to.deep.equal(['One', 'half', 'Two']);
  });

  it('shortens a long answer', () => {
    const long = messageOf('assistant', 'x'.repeat(MAX_ASSISTANT_CHARACTERS + 1));
    const [, answer] = toWireMessages([messageOf('user', 'Hi'), long], 20);
    expect(answer?.content).to.have.length(MAX_ASSISTANT_CHARACTERS);
  });

  it('leaves out the oldest messages until the body is small enough', () => {
    const messages = transcriptOf(21, (index) => `${index} ${'ü'.repeat(2_000)}`);
    const sent = toWireMessages(messages, 50);
    const bytes = new TextEncoder().encode(JSON.stringify({ messages: sent })).length;
    expect(bytes).to.be.within(20_000, MAX_CONVERSATION_BYTES - 4_096);
    expect(sent.at(-1)?.content).to.match(/^20 /);
    expect(sent[0]?.role).to.equal('user');
  });
});
