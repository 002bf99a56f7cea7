import { expect } from 'chai';
import type { ChatMessage } from '../../../../../widget/protocol/chat-message.ts';
import {
  attachedNames,
  chooseFiles,
  filesSettled,
  openWithFiles,
  picture,
  text,
  transferOf,
  WRITTEN,
} from '../../../../support/attachments/attaching.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('files of a question', () => {
  let transport: ScriptedTransport;
  let chat: ChatHarness;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  async function open(settings = {}): Promise<ChatHarness> {
    chat = await openWithFiles(transport, settings);
    return chat;
  }

  const choose = (...files: readonly File[]): Promise<void> => chooseFiles(chat, ...files);
  const settled = (): Promise<void> => filesSettled(chat);

  /** Name and note of each file above the text box. */
  const attached = (): readonly string[] =>
    [...chat.root.querySelectorAll('.attachment .about')].map(({ textContent }) =>
      textContent.replaceAll(/\s+/g, ' ').trim(),
    );

  const names = (): readonly string[] => attachedNames(chat);

  const question = (): ChatMessage | undefined =>
    chat.element.messages.findLast(({ role }) => role === 'user');

  it('can be added by a button only where the setting attachments names a kind', async () => {
    chat = await ChatHarness.open(transport);
    expect(chat.root.querySelector('[part=attach]')).to.equal(null);
  });

  it('cannot be added where the request format has no files', async () => {
    chat = await ChatHarness.open(transport, {
      transport: undefined,
      endpoint: 'https://chat.example/ask',
      attachments: 'images',
      requestFormat: 'prompt',
    });
    await chat.until('the reason', () => chat.root.querySelector('.hint'));
    expect([
      chat.root.querySelector('[part=attach]'),
      chat.root.querySelector('.hint')?.textContent,
    ]).to.deep.equal([null, 'No files can be sent: request-format="prompt" has no place for files.']);
  });

  it('stand above the text box with picture, name and size, and are announced once', async () => {
    await open();
    await choose(await picture(), text('prices.csv', 'x'.repeat(2_345)));
    expect(attached()[1]).to.equal('prices.csv 2 kB');
    expect(attached()[0]).to.match(/^cat\.png \d+ bytes$/);
    expect(chat.root.querySelector('.attachment img')?.getAttribute('src')).to.match(
      new RegExp(`^data:${WRITTEN}`),
    );
    expect(chat.announcement).to.equal('Attached: cat.png Attached: prices.csv');
  });

  it('are sent with the question, and leave the text box empty', async () => {
    await open();
    await choose(await picture());
    await chat.ask('What is it?');
    await transport.asked();
    const [words, file] = question()?.parts ?? [];
    expect(words).to.deep.equal({ type: 'text', text: 'What is it?' });
    expect(file).to.include({ type: 'file', name: 'cat.png', mediaType: WRITTEN });
    expect([chat.input.value, attached()]).to.deep.equal(['', []]);
  });

  it('can be sent without a text', async () => {
    await open();
    await choose(await picture());
    expect(chat.sendButton.getAttribute('aria-disabled')).to.equal('false');
    await chat.pressSend();
    await transport.asked();
    expect(question()?.parts.map(({ type }) => type)).to.deep.equal(['file']);
  });

  it('are awaited when Send is pressed before they are ready', async () => {
    await open();
    const input = chat.root.querySelector<HTMLInputElement>('input[type=file]');
    if (input) input.files = transferOf([await picture()]).files;
    input?.dispatchEvent(new Event('change'));
    await chat.until('a file on its way', () => chat.root.querySelector('.attachment'));
    await chat.ask('What is it?');
    await transport.asked();
    expect(question()?.parts.map(({ type }) => type)).to.deep.equal(['text', 'file']);
  });

  it('are drawn in the question, and can be opened large', async () => {
    await open();
    await choose(await picture());
    await chat.ask('What is it?');
    const drawn = await chat.until('a picture', () =>
      chat.root.querySelector<HTMLButtonElement>('.asked-picture'),
    );
    expect(drawn.getAttribute('aria-label')).to.equal('Open: cat.png');
    drawn.focus();
    drawn.click();
    const view = await chat.until('the picture', () =>
      chat.root.querySelector<HTMLDialogElement>('.picture-view[open]'),
    );
    expect([view.getAttribute('aria-label'), view.querySelector('img')?.src.slice(0, 5)]).to.deep.equal([
      'cat.png',
      'blob:',
    ]);
    const { right, bottom } = view.getBoundingClientRect();
    expect([right, bottom], 'all of it is on the screen').to.deep.equal([innerWidth, innerHeight]);
    const close = view.querySelector('button');
    expect(close?.ariaLabel).to.equal('Close');
    close?.click();
    await chat.until('no picture', () => !chat.root.querySelector('.picture-view'));
    expect(chat.root.activeElement).to.equal(drawn);
  });

  it('that are refused say why, and are not sent with the question', async () => {
    await open();
    await choose(new File([SVG], 'logo.png', { type: 'image/png' }), text('empty.txt', ''));
    expect(attached()).to.deep.equal([
      'logo.png Files of this kind cannot be read here.',
      'empty.txt This file is empty.',
    ]);
    expect(chat.announcement).to.contain('logo.png: Files of this kind cannot be read here.');
    expect(chat.sendButton.getAttribute('aria-disabled')).to.equal('true');
    await choose(text('a.txt'));
    await chat.pressSend();
    await transport.asked();
    expect([question()?.parts.length, attached()]).to.deep.equal([1, []]);
  });

  it('number at most four', async () => {
    await open();
    await choose(...['1', '2', '3', '4', '5', '6'].map((name) => text(name)));
    expect(names()).to.deep.equal(['1', '2', '3', '4']);
    expect(chat.announcement).to.contain('A question can have up to 4 files.');
    expect(chat.notice).to.equal('A question can have up to 4 files.');
  });

  it('can be removed by keyboard, and focus goes to the next file', async () => {
    await open();
    await choose(text('a'), text('b'), text('c'));
    const focused = (): string => chat.root.activeElement?.getAttribute('aria-label') ?? '';
    for (const [name, next] of [
      ['b', 'Delete: c'],
      ['c', 'Delete: a'],
      ['a', 'Attach files'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await chat.pressButton(`Delete: ${name}`);
      // oxlint-disable-next-line no-await-in-loop -- focus moves after the drawing
      await chat.drawn();
      expect(focused()).to.equal(next);
    }
    expect(chat.announcement).to.equal('Removed: a');
  });

  it('can be pasted, except when a program copies text together with a picture of that text', async () => {
    await open();
    const paste = (data: DataTransfer): boolean => {
      const event = new ClipboardEvent('paste', { bubbles: true, composed: true, cancelable: true });
      // Firefox leaves out the files of the `clipboardData` that is given to the constructor.
      Object.defineProperty(event, 'clipboardData', { value: data });
      return chat.input.dispatchEvent(event);
    };
    expect(paste(transferOf([await picture()], 'A1 B1'))).to.equal(true);
    expect(paste(transferOf([await picture('image.png')]))).to.equal(false);
    await settled();
    expect(names()).to.deep.equal(['image.png']);
  });

  it('can be dropped on the whole panel', async () => {
    await open();
    const drag = (type: string): DragEvent => {
      const init = { bubbles: true, composed: true, cancelable: true };
      const event = new DragEvent(type, { ...init, dataTransfer: transferOf([text('dropped.txt')]) });
      chat.root.querySelector('.transcript')?.dispatchEvent(event);
      return event;
    };
    drag('dragenter');
    await chat.drawn();
    expect(chat.root.querySelector('.drop-files')?.textContent.trim()).to.equal('Drop files here');
    expect([drag('dragover').defaultPrevented, drag('drop').defaultPrevented]).to.deep.equal([true, true]);
    await settled();
    expect([names(), chat.root.querySelector('.drop-files')]).to.deep.equal([['dropped.txt'], null]);
  });

  it('that are dragged over the panel and away leave no drop area behind', async () => {
    await open();
    const target = chat.root.querySelector('.transcript');
    for (const type of ['dragenter', 'dragleave'])
      target?.dispatchEvent(new DragEvent(type, { bubbles: true, dataTransfer: transferOf([text('a')]) }));
    await chat.drawn();
    expect(chat.root.querySelector('.drop-files')).to.equal(null);
  });

  it('wait with a queued question, and come back with it', async () => {
    await open();
    await chat.ask('One');
    const turn = await transport.asked();
    await turn.say('Begins');
    await choose(text('a.txt'));
    await chat.ask('');
    expect(attached()).to.deep.equal([]);
    await chat.until('a queue', () => chat.root.querySelector('.queue'));
    await chat.pressButton('Take back: a.txt');
    expect(names()).to.deep.equal(['a.txt']);
  });

  it('are sent again with a question that failed', async () => {
    await open();
    await choose(text('a.txt'));
    await chat.ask('Read it');
    await (await transport.asked()).refuse('model-failed');
    void chat.element.retry();
    await transport.asked();
    expect(question()?.parts.map(({ type }) => type)).to.deep.equal(['text', 'file']);
  });

  it('are kept when their question is edited, also without a text', async () => {
    await open();
    await choose(text('a.txt'));
    await chat.ask('');
    const turn = await transport.asked();
    await turn.say('Read.');
    await turn.finish();
    (await chat.until('tools', () => chat.root.querySelector<HTMLElement>('.edit-question'))).click();
    const box = await chat.until('a box', () => chat.root.querySelector<HTMLFormElement>('form.edit'));
    expect(box.textContent).to.contain('a.txt');
    box.requestSubmit();
    await transport.asked();
    expect(question()?.parts.map(({ type }) => type)).to.deep.equal(['file']);
  });

  it('stay in the composer when a new chat begins', async () => {
    await open();
    await chat.ask('One');
    await (await transport.asked()).finish();
    await choose(text('a.txt'));
    await chat.choose('New chat');
    expect(names()).to.deep.equal(['a.txt']);
  });

  it('can be refused or replaced by the page', async () => {
    await open();
    chat.element.addEventListener('cf-ai-chat-attach', (event) => {
      if (event.file.name === 'no.txt') event.preventDefault();
      else event.file = text('other.txt');
    });
    await choose(text('no.txt'), text('yes.txt'));
    expect(attached()).to.deep.equal(['other.txt 3 bytes', 'no.txt Files of this kind cannot be read here.']);
  });

  it('can be added and sent by the page', async () => {
    await open();
    await chat.element.attach([text('draft.txt')]);
    await chat.drawn();
    expect(names()).to.deep.equal(['draft.txt']);
    void chat.element.send('Read it', { files: [text('sent.txt')] });
    await transport.asked();
    expect(question()?.parts[1]).to.include({ name: 'sent.txt' });
    expect(names()).to.deep.equal(['draft.txt']);
  });

  it('that the page sends become the draft, with the text, where one of them is refused', async () => {
    await open();
    await chat.element.send('Look', { files: [text('a.txt'), new File([SVG], 'b.svg')] });
    await chat.drawn();
    expect([chat.element.messages.length, chat.input.value, names()]).to.deep.equal([
      0,
      'Look',
      ['a.txt', 'b.svg'],
    ]);
  });

  it('have no axe violations', async () => {
    await open();
    await choose(await picture(), new File([SVG], 'logo.svg'));
    expect(await violations(chat)).to.deep.equal([]);
    await chat.ask('What is it?');
    await (await transport.asked()).finish();
    await chat.until('a picture', () => chat.root.querySelector('.asked-picture'));
    expect(await violations(chat)).to.deep.equal([]);
  });
});
