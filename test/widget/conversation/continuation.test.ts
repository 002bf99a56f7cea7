import { expect } from 'chai';
import { continuable } from '../../../widget/conversation/continuation.ts';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { sourcesOf, textOf } from '../../../widget/protocol/chat-message.ts';
import { ConversationHarness } from '../../support/conversation-harness.ts';

const INSTRUCTION = 'Go on with: {question}';
const SOURCE = { id: 's', title: 'First', url: '', snippet: '' };

describe('the continuation of a cut answer', () => {
  let harness: ConversationHarness;
  beforeEach(() => {
    harness = new ConversationHarness();
  });

  /** Asks a question whose answer breaks after this text. */
  async function cut(text: string): Promise<void> {
    const sent = harness.conversation.send('How?');
    const turn = await harness.transport.asked();
    await turn.emit({ type: 'sources', sources: [SOURCE] });
    await turn.say(text);
    await turn.cut();
    await sent;
  }

  it('sends the text that arrived, and appends the rest to the same message', async () => {
    await cut('One, two, ');
    const id = harness.state.messages[1]?.id;
    const continued = harness.conversation.continue(INSTRUCTION);
    expect(harness.state.status).to.equal('submitted');
    const turn = await harness.transport.answer('three.');
    await continued;
    expect(turn.request.messages).to.deep.equal([
      { role: 'user', content: 'How?' },
      { role: 'assistant', content: 'One, two, ' },
      { role: 'user', content: 'Go on with: How?' },
    ]);
    expect(harness.transcript).to.deep.equal(['user complete How?', 'assistant complete One, two, three.']);
    expect(harness.state.messages[1]?.id).to.equal(id);
  });

  it('keeps the sources that the numbers of the cut text cite', async () => {
    await cut('See [1], ');
    const continued = harness.conversation.continue(INSTRUCTION);
    const turn = await harness.transport.asked();
    const other = { ...SOURCE, title: 'Second' };
    await turn.emit({ type: 'sources', sources: [other] }, { type: 'token', token: 'and more.' });
    await turn.finish({ sources: [other] });
    await continued;
    const [, answer] = harness.state.messages;
    expect(answer && sourcesOf(answer).map(({ title }) => title)).to.deep.equal(['First']);
  });

  it('keeps the text that had arrived when no rest comes', async () => {
    await cut('One, two');
    const continued = harness.conversation.continue(INSTRUCTION);
    await (await harness.transport.asked()).throw(new ChatError('blocked', 'for the test'));
    await continued;
    expect(harness.transcript).to.deep.equal(['user complete How?', 'assistant truncated One, two']);
    expect(harness.state.error?.code).to.equal('blocked');
  });

  it('loses nothing when the visitor stops it before its first piece', async () => {
    await cut('One, two');
    const continued = harness.conversation.continue(INSTRUCTION);
    await harness.transport.asked();
    harness.conversation.stop();
    await continued;
    expect(harness.transcript[1]).to.equal('assistant truncated One, two');
    expect(harness.state.status).to.equal('ready');
  });

  it('can be asked for again when the rest was cut, too', async () => {
    await cut('One, ');
    const continued = harness.conversation.continue(INSTRUCTION);
    const turn = await harness.transport.asked();
    await turn.say('two, ');
    await turn.cut();
    await continued;
    const again = harness.conversation.continue(INSTRUCTION);
    await harness.transport.answer('three.');
    await again;
    expect(harness.transcript[1]).to.equal('assistant complete One, two, three.');
  });

  for (const [text, kept] of [
    ['its beha', 'its '],
    ['the whole sentence.', 'the whole sentence.'],
    ['a line\n', 'a line\n'],
    ['- item\n- ite', '- item\n- '],
    ['const total = pri', 'const total = '],
    ['途中で切れた', '途中で切れた'],
    ['Половина сло', 'Половина '],
    ['Word', 'Word'],
  ] as const) {
    it(`appends to ${JSON.stringify(kept)}, the kept part of ${JSON.stringify(text)}`, () => {
      const answer = continuable({
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'text', text }],
        status: 'truncated',
        createdAt: 1,
      });
      expect(textOf(answer)).to.equal(kept);
    });
  }

  it('is refused after a complete answer, after a question, and while a turn runs', async () => {
    await harness.exchange('How?', 'So.');
    await harness.conversation.continue(INSTRUCTION);
    const sent = harness.conversation.send('And?');
    await harness.transport.asked();
    await harness.conversation.continue(INSTRUCTION);
    expect(harness.transport.turns).to.have.length(2);
    harness.conversation.stop();
    await sent;
    await harness.conversation.continue(INSTRUCTION);
    expect(harness.transport.turns).to.have.length(2);
  });
});

describe('an answer that is regenerated', () => {
  /** Where the rest of a shown message can be fetched. */
  function pointOf({ state }: ConversationHarness, index: number): unknown {
    return state.records.get(state.messages[index]?.id ?? '')?.resumePoint;
  }

  it('stays in the transcript until the new answer arrives', async () => {
    const harness = new ConversationHarness();
    await harness.exchange('How?', 'So.');
    const regenerated = harness.conversation.regenerate();
    expect(harness.transcript[1]).to.equal('assistant complete So.');
    const turn = await harness.transport.answer('Better.');
    await regenerated;
    expect(turn.request.messages).to.deep.equal([{ role: 'user', content: 'How?' }]);
    expect(harness.transcript).to.deep.equal(['user complete How?', 'assistant complete Better.']);
  });

  it('has a resume point of its own from its first word on; before that word none is stored with the old answer', async () => {
    const harness = new ConversationHarness();
    await harness.exchange('How?', 'So.');
    const regenerated = harness.conversation.regenerate();
    const turn = await harness.transport.asked();
    const pointAt = (after: number) => ({ url: 'https://chat.example/rest', after, at: 1_000 });
    await turn.emit({ type: 'start', queryId: 'q', resumePoint: pointAt(1) });
    expect(harness.transcript[1]).to.equal('assistant complete So.');
    expect(pointOf(harness, 1)).to.equal(undefined);
    await turn.emit({ type: 'token', token: 'Bet', resumePoint: pointAt(2) });
    expect(harness.transcript[1]).to.equal('assistant streaming Bet');
    expect(pointOf(harness, 1)).to.deep.equal(pointAt(2));
    harness.conversation.stop();
    await regenerated;
  });

  it('is refused without a question, and while a turn runs', async () => {
    const harness = new ConversationHarness();
    harness.conversation.setMessages([{ role: 'assistant', content: 'Welcome' }]);
    await harness.conversation.regenerate();
    const sent = harness.conversation.send('How?');
    await harness.transport.asked();
    await harness.conversation.regenerate();
    expect(harness.transport.turns).to.have.length(1);
    harness.conversation.stop();
    await sent;
  });
});

describe('an edited question', () => {
  it('is asked in place of the original question', async () => {
    const harness = new ConversationHarness();
    await harness.exchange('First?', 'One.');
    await harness.exchange('Second?', 'Two.');
    const edited = harness.conversation.edit(harness.state.messages[2]?.id ?? '', ' Other? ');
    const turn = await harness.transport.answer('Three.');
    await edited;
    expect(turn.request.messages.map(({ content }) => content)).to.deep.equal(['First?', 'One.', 'Other?']);
    expect(harness.transcript.slice(2)).to.deep.equal(['user complete Other?', 'assistant complete Three.']);
  });

  it("is not sent where the id is unknown or an answer's, or where the text is empty", async () => {
    const harness = new ConversationHarness();
    await harness.exchange('First?', 'One.');
    const [question, answer] = harness.state.messages;
    await harness.conversation.edit(answer?.id ?? '', 'Text');
    await harness.conversation.edit('unknown', 'Text');
    await harness.conversation.edit(question?.id ?? '', '  ');
    expect(harness.transcript).to.deep.equal(['user complete First?', 'assistant complete One.']);
  });

  it('leaves the original unchanged when the new text is too long, and puts the new text into the draft', async () => {
    const harness = new ConversationHarness();
    await harness.exchange('First?', 'One.');
    await harness.conversation.edit(harness.state.messages[0]?.id ?? '', 'x'.repeat(4_001));
    expect(harness.transcript).to.have.length(2);
    expect([harness.state.error?.code, harness.state.draft.length]).to.deep.equal(['too-large', 4_001]);
  });
});
