import { expect } from 'chai';
import type { Upload, UploadedFile, UploadOptions } from '../../../../../widget/protocol/upload.ts';
import {
  attachedNames,
  chooseFiles,
  openWithFiles,
  text,
} from '../../../../support/attachments/attaching.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness } from '../../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../../support/scripted-transport.ts';
import { setOnline } from '../../../../support/set-online.ts';

/** An upload that the chat has requested from the page, and that the test ends. */
interface Uploading extends UploadOptions {
  readonly name: string;
  readonly resolve: (uploaded: UploadedFile) => void;
  readonly reject: (error: unknown) => void;
}

describe('files that the page uploads', () => {
  const { error } = console;
  let transport: ScriptedTransport;
  let chat: ChatHarness;
  let uploads: Uploading[];
  let lines: string[];
  beforeEach(async () => {
    lines = [];
    console.error = (line: unknown) => lines.push(String(line));
    uploads = [];
    transport = new ScriptedTransport();
    const upload: Upload = ({ name }, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason));
        uploads.push({ name, ...options, resolve, reject });
      });
    chat = await openWithFiles(transport, { upload });
  });
  afterEach(() => {
    console.error = error;
    setOnline(undefined);
    ChatHarness.cleanUp();
  });

  /** Sends two files, and returns their uploads. */
  async function send(): Promise<readonly [Uploading, Uploading]> {
    await chooseFiles(chat, text('a.txt'), text('b.txt'));
    await chat.ask('Read');
    await chat.until('uploads', () => uploads.length === 2 && bars().length === 2);
    const [first, second] = uploads;
    if (!first || !second) throw new Error('expected two uploads');
    return [first, second];
  }

  const progressBars = (): readonly HTMLProgressElement[] => [...chat.root.querySelectorAll('progress')];
  /** The name and the progress of each file with a progress bar; −1 where the progress is unknown. */
  const bars = (): readonly unknown[] =>
    progressBars().map(({ ariaLabel, position }) => [ariaLabel, position]);
  const failed = (): readonly (string | undefined)[] =>
    [...chat.root.querySelectorAll('.upload-failed')].map(({ parentElement }) =>
      parentElement?.textContent.replaceAll(/\s+/g, ' ').trim(),
    );

  it('have a progress bar each until they are uploaded; then the question is sent', async () => {
    const [first, second] = await send();
    expect(bars()).to.deep.equal([
      ['a.txt', -1],
      ['b.txt', -1],
    ]);
    first.progress(0.501);
    second.progress(7);
    first.progress(Number.NaN);
    await chat.drawn();
    expect(bars()).to.deep.equal([
      ['a.txt', 0.5],
      ['b.txt', 1],
    ]);
    expect(await violations(chat)).to.deep.equal([]);
    second.resolve({ id: 'b' });
    await chat.until('one bar', () => bars().length === 1);
    second.progress(0.2);
    first.resolve({ url: 'https://files.example/a.txt' });
    const { request } = await transport.asked();
    expect(request.messages.at(-1)?.files?.map(({ url, id }) => url || id)).to.deep.equal([
      'https://files.example/a.txt',
      'b',
    ]);
    await chat.drawn();
    expect(bars()).to.deep.equal([]);
  });

  it('announce nothing to screen readers while they progress', async () => {
    const [first] = await send();
    const before = chat.announcement;
    for (let done = 0; done <= 1; done += 0.1) {
      first.progress(done);
      // oxlint-disable-next-line no-await-in-loop -- each step is drawn
      await chat.drawn();
    }
    expect(chat.announcement).to.equal(before);
  });

  it('that fail are named with a reason, and "Try again" uploads only the failed files', async () => {
    const [first, second] = await send();
    second.resolve({ id: 'b' });
    first.reject(new Error('no room'));
    await chat.until('a failure', () => chat.errorText !== '');
    expect(chat.errorText).to.equal('A file could not be sent: a.txt');
    expect(failed()).to.deep.equal(['a.txt 3 bytes failed']);
    expect([transport.turns.length, bars().length]).to.deep.equal([0, 0]);
    await chat.pressButton('Try again');
    await chat.until('an upload', () => uploads.length === 3);
    expect(uploads[2]?.name).to.equal('a.txt');
    await chat.drawn();
    expect([failed(), bars()]).to.deep.equal([[], [['a.txt', -1]]]);
    uploads[2]?.resolve({ id: 'a' });
    const { request } = await transport.asked();
    expect(request.messages.at(-1)?.files?.map(({ id }) => id)).to.deep.equal(['a', 'b']);
  });

  it('that fail are explained to the owner, in the console and on this machine in the chat', async () => {
    const [first, second] = await send();
    second.resolve({ id: 'b' });
    first.reject(new Error('no room'));
    const reason = await chat.until('a reason', () => chat.root.querySelector('.failure code'));
    const told =
      'upload, set by the page, threw Error: no room. Correct what the page sets as upload: each question waits for it.';
    expect([reason.textContent.trim(), ...lines]).to.deep.equal([told, `<cf-ai-chat>: ${told}`]);
  });

  it('are stopped with their question, and uploaded anew by Try again', async () => {
    const [first] = await send();
    chat.element.stop();
    await chat.until('no bar', () => bars().length === 0);
    expect([first.signal.aborted, failed(), transport.turns.length]).to.deep.equal([true, [], 0]);
    await chat.pressButton('Try again');
    await chat.until('uploads', () => uploads.length === 4);
    for (const { name, resolve } of uploads.slice(2)) resolve({ id: name });
    const { request } = await transport.asked();
    expect(request.messages.at(-1)?.files?.map(({ id }) => id)).to.deep.equal(['a.txt', 'b.txt']);
  });

  it('wait for the network together with their question when it is lost during the upload', async () => {
    const [first, second] = await send();
    setOnline(false);
    for (const { reject } of [first, second]) reject(new TypeError('Failed to fetch'));
    await chat.until('the wait', () => chat.root.querySelector('.failure.waiting'));
    setOnline(true);
    await chat.until('uploads', () => uploads.length === 4);
    for (const { name, resolve } of uploads.slice(2)) resolve({ id: name });
    const { request } = await transport.asked();
    expect(request.messages.at(-1)?.files?.map(({ id }) => id)).to.deep.equal(['a.txt', 'b.txt']);
    expect(attachedNames(chat)).to.deep.equal([]);
  });
});
