import { expect } from 'chai';
import { openFileStore } from '../../../../../widget/attachments/file-store.ts';
import { filesOf } from '../../../../../widget/protocol/chat-message.ts';
import {
  attachedNames,
  chooseFiles,
  openWithFiles,
  sentTexts,
  text,
} from '../../../../support/attachments/attaching.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport, type ScriptedTurn } from '../../../../support/scripted-transport.ts';
import { setOnline } from '../../../../support/set-online.ts';
import { until } from '../../../../support/until.ts';

const INSTANCE = 'turns-with-files';
const SETTINGS = { persist: 'session', instance: INSTANCE, mode: 'inline' } as const;

describe('the files of a question that was sent', () => {
  let transport: ScriptedTransport;
  let chat: ChatHarness;
  beforeEach(async () => {
    transport = new ScriptedTransport();
    chat = await openWithFiles(transport, SETTINGS);
  });
  afterEach(() => {
    setOnline(undefined);
    ChatHarness.cleanUp();
  });

  /** Asks a question with a text file. Returns the turn, which has no answer yet. */
  async function ask(words: string, content = 'one'): Promise<ScriptedTurn> {
    await chooseFiles(chat, text('a.txt', content));
    await chat.ask(words);
    return transport.asked();
  }

  async function askAndAnswer(words: string): Promise<void> {
    const turn = await ask(words);
    await turn.say('So.');
    await turn.finish();
    await chat.until('a row', () => chat.root.querySelector('[part=actions]'));
  }

  const askedFiles = (): readonly string[] =>
    [...chat.root.querySelectorAll('.asked-file .name')].map(({ textContent }) => textContent);

  /** The question that is sent again, with the content of its files. */
  async function asked(): Promise<readonly unknown[]> {
    const { request } = await transport.asked();
    return [request.messages.at(-1)?.content, ...sentTexts(request)];
  }

  async function startNewChat(): Promise<void> {
    await chat.choose('New chat');
    await chat.until('a line that takes it back', () => chat.root.querySelector('.undo'));
  }

  it('are sent again when the question was stopped before a word of its answer', async () => {
    const turn = await ask('Read');
    chat.element.stop();
    await chat.until('a stop', () => turn.signal.aborted);
    expect([askedFiles(), attachedNames(chat)]).to.deep.equal([['a.txt'], []]);
    await chat.pressButton('Try again');
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('are sent again when the answer was stopped', async () => {
    const turn = await ask('Read');
    await turn.say('So');
    chat.element.stop();
    await chat.until('a stop', () => turn.signal.aborted);
    void chat.element.regenerate();
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('wait with the question for the network, and are sent once when it is back', async () => {
    setOnline(false);
    await (await ask('Read')).refuse('offline');
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting .step'));
    expect(askedFiles()).to.deep.equal(['a.txt']);
    setOnline(true);
    expect(await asked()).to.deep.equal(['Read', 'one']);
    expect([transport.turns.length, askedFiles()]).to.deep.equal([2, ['a.txt']]);
  });

  it('wait through a reload without a network', async () => {
    setOnline(false);
    await (await ask('Read')).refuse('offline');
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting .step'));
    chat.element.remove();
    chat = await openWithFiles(transport, SETTINGS);
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting .step'));
    setOnline(true);
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('come back to the text box with a question that is taken back', async () => {
    setOnline(false);
    await (await ask('Read')).refuse('offline');
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting .step'));
    await chat.pressButton('Take back');
    await chat.drawn();
    expect([chat.input.value, attachedNames(chat), askedFiles()]).to.deep.equal(['Read', ['a.txt'], []]);
    setOnline(true);
    await chat.pressSend();
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('belong to one version of the question, and are sent with the shown version', async () => {
    await askAndAnswer('Read');
    await chat.pressButton('Edit');
    const box = await chat.until('a box', () =>
      chat.root.querySelector<HTMLTextAreaElement>('.edit textarea'),
    );
    box.value = 'Sum up';
    box.form?.requestSubmit();
    const turn = await transport.asked();
    expect(sentTexts(turn.request)).to.deep.equal(['one']);
    await turn.say('Short.');
    await turn.finish();
    await chat.until('a switch', () => chat.root.querySelector('[part=versions]'));
    expect([chat.bodies, askedFiles()]).to.deep.equal([['Sum up', 'Short.'], ['a.txt']]);
    await chat.pressButton('Earlier version');
    await chat.drawn();
    expect([chat.bodies, askedFiles()]).to.deep.equal([['Read', 'So.'], ['a.txt']]);
    void chat.element.regenerate();
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('come back when Undo restores the conversation after New chat', async () => {
    await askAndAnswer('Read');
    await startNewChat();
    expect(askedFiles()).to.deep.equal([]);
    await chat.pressButton('Undo');
    await chat.drawn();
    expect(askedFiles()).to.deep.equal(['a.txt']);
    void chat.element.regenerate();
    expect(await asked()).to.deep.equal(['Read', 'one']);
  });

  it('are kept while their deleted conversation can be restored, and are deleted when the page is left', async () => {
    await askAndAnswer('Read');
    const [file] = filesOf(chat.element.messages[0]!);
    const store = openFileStore({ name: `cf-ai-chat:${INSTANCE}:files`, isPersistent: true });
    const kept = async (): Promise<string | undefined> => (await store.get(file?.id ?? ''))?.text();
    await startNewChat();
    await chat.choose('Earlier chats');
    await chat.until('the list', () => chat.root.activeElement?.matches('.history-back'));
    await chat.pressButton('Delete: Read');
    await chat.pressButton('Undo');
    dispatchEvent(new Event('pagehide'));
    expect(await kept()).to.equal('one');
    await chat.pressButton('Delete: Read');
    expect(await kept()).to.equal('one');
    dispatchEvent(new Event('pagehide'));
    await until(kept, (left) => left === undefined);
  });
});
