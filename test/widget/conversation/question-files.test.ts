import { expect } from 'chai';
import { filesOf, type FilePart } from '../../../widget/protocol/chat-message.ts';
import { questionOf } from '../../../widget/protocol/question.ts';
import { ConversationHarness, storeIn } from '../../support/conversation-harness.ts';
import { MapStorage } from '../../support/map-storage.ts';

const file = (id: string): FilePart => ({
  type: 'file',
  url: '',
  mediaType: 'image/png',
  name: `${id}.png`,
  id,
});
const [CAT, DOG] = [file('cat'), file('dog')];

describe('a question with files', () => {
  let chat: ConversationHarness;
  let storage: MapStorage;
  beforeEach(() => {
    storage = new MapStorage();
    chat = new ConversationHarness({ store: storeIn(storage) });
  });

  const draft = (): readonly unknown[] => [chat.state.draft, ...chat.state.draftFiles.map(({ id }) => id)];
  const asked = (): unknown => chat.transport.turns.at(-1)?.request.messages.at(-1);

  it('is sent and stored with its files, and empties the draft that has those files', async () => {
    chat.conversation.type('This?', [CAT]);
    const sent = chat.conversation.send({ text: 'This? ', files: [CAT] });
    await chat.transport.answer('A cat');
    await sent;
    expect(asked()).to.deep.equal({ role: 'user', content: 'This?', files: [CAT] });
    expect(draft()).to.deep.equal(['']);
    const next = new ConversationHarness({ store: storeIn(storage) });
    expect(next.state.messages.map(filesOf)).to.deep.equal([[CAT], []]);
  });

  it('may consist of files alone', async () => {
    const sent = chat.conversation.send({ text: ' ', files: [CAT] });
    await chat.transport.answer('A cat');
    await sent;
    expect(asked()).to.deep.equal({ role: 'user', content: '', files: [CAT] });
  });

  it('leaves a draft with other files unchanged', async () => {
    chat.conversation.type('This?', [DOG]);
    await chat.exchange('This?', 'What?');
    expect(draft()).to.deep.equal(['This?', 'dog']);
  });

  it('keeps its files when it is asked again, and is a different question with different files', async () => {
    const first = chat.conversation.send({ text: 'This?', files: [CAT] });
    await chat.transport.answer('A cat');
    await first;
    const again = chat.conversation.regenerate();
    await chat.transport.answer('A kitten');
    await again;
    expect(asked()).to.deep.equal({ role: 'user', content: 'This?', files: [CAT] });
    const id = chat.state.messages[0]?.id ?? '';
    const edited = chat.conversation.edit(id, { text: 'This?', files: [DOG] });
    await chat.transport.answer('A dog');
    await edited;
    expect(asked()).to.deep.equal({ role: 'user', content: 'This?', files: [DOG] });
    expect(chat.state.messages[0]?.id).not.to.equal(id);
    chat.conversation.show(id);
    expect(filesOf(chat.state.messages[0]!)).to.deep.equal([CAT]);
  });

  it('waits with its files, and returns with them to the text box, before the text there', async () => {
    void chat.conversation.send('One');
    await (await chat.transport.asked()).say('A');
    expect(chat.conversation.queue({ text: 'Two', files: [CAT] })).to.equal(true);
    chat.conversation.type('Three', [DOG]);
    chat.conversation.takeBack(chat.state.waiting[0]?.id ?? '');
    expect(draft()).to.deep.equal(['Two\n\nThree', 'cat', 'dog']);
  });

  it('returns to the text box when it waits and its conversation is removed', async () => {
    void chat.conversation.send('One');
    await (await chat.transport.asked()).say('A');
    chat.conversation.queue({ text: '', files: [CAT] });
    chat.conversation.clear();
    expect(draft()).to.deep.equal(['', 'cat']);
  });

  it('stays in the draft with its files when its text is too long', async () => {
    const text = 'x'.repeat(4_001);
    await chat.conversation.send({ text, files: [CAT] });
    expect(chat.state.error?.code).to.equal('too-large');
    expect(draft()).to.deep.equal([text, 'cat']);
    expect(chat.transport.turns.length).to.equal(0);
  });

  it('is emitted in the event as it was asked', () => {
    const parts = [{ type: 'text', text: 'This?' } as const, CAT];
    expect(questionOf({ parts })).to.deep.equal({ text: 'This?', files: [CAT] });
  });
});
