import { expect } from 'chai';
import { ChatError } from '../../../widget/protocol/chat-error.ts';
import { loadRare, setRare } from '../../../widget/protocol/dialects/rare.ts';
import { AnswerText } from '../../../widget/transport/answer-text.ts';
import { BodyReader } from '../../../widget/transport/body-reader.ts';
import { catchChatError } from '../../support/catch-error.ts';

const OWN = 'data: {"type":"token","token":"One "}\n\n';
const FOREIGN = 'data: {"choices":[{"delta":{"content":"two "}}]}\n\n';
const THOUGHT = 'data: {"type":"reasoning-delta","id":"a","delta":"Hm."}\n\n';

describe('BodyReader', () => {
  let loads = 0;
  const open = (isOwn: boolean, contentType = 'text/event-stream'): BodyReader =>
    new BodyReader({
      contentType,
      isOwn,
      waitFor<T extends object>(load: () => Promise<T>): Promise<T> {
        loads += 1;
        return load();
      },
    });
  beforeEach(() => (loads = 0));

  it('loads no code of other formats for the answers of our Worker', async () => {
    const reader = open(true);
    const events = [
      ...(await reader.push(OWN)),
      ...(await reader.push('data: {"type":"done"}')),
      ...(await reader.end()),
    ];
    expect(events).to.deep.equal([{ type: 'token', token: 'One ' }, { type: 'done' }]);
    expect(loads).to.equal(0);
  });

  it("reads the frames of another format between our Worker's frames, in order", async () => {
    const events = await open(true).push(OWN + FOREIGN + THOUGHT + OWN);
    expect(events.filter(({ type }) => type !== 'unfinished')).to.deep.equal([
      { type: 'token', token: 'One ' },
      { type: 'token', token: 'two ' },
      { type: 'reasoning', text: 'Hm.' },
      { type: 'token', token: 'One ' },
    ]);
    expect(loads).to.equal(1);
  });

  it('keeps one AnswerText from the first frame of another format on', async () => {
    const reader = open(true);
    await reader.push(OWN);
    expect(reader.text).to.equal(undefined);
    await reader.push(FOREIGN);
    const { text } = reader;
    expect(text).to.be.instanceOf(AnswerText);
    await reader.push(OWN + FOREIGN);
    expect(reader.text).to.equal(text);
  });

  it('holds back received frames until the code of a rare format has loaded', async () => {
    setRare(undefined);
    let deliver = (): void => undefined;
    const here = new Promise<void>((resolve) => (deliver = resolve));
    const reader = new BodyReader({
      contentType: 'text/event-stream',
      isOwn: false,
      waitFor: (load) => here.then(load),
    });
    const events = reader.push('data: {"message_id":"m","task_id":"t","event":"message","answer":"Hi"}\n\n');
    deliver();
    expect((await events)[0]).to.deep.equal({ type: 'token', token: 'Hi' });
  });

  it('fails where the code of a rare format cannot be loaded', async () => {
    setRare(undefined);
    const reader = new BodyReader({
      contentType: 'text/event-stream',
      isOwn: false,
      async waitFor<T extends object>(load: () => Promise<T>): Promise<T> {
        if (load === (loadRare as unknown)) throw new ChatError('blocked', 'the code did not come');
        return load();
      },
    });
    const error = await catchChatError(reader.push('data: {"jsonrpc":"2.0","result":{"text":"Hi"}}\n\n'));
    expect(error.code).to.equal('blocked');
  });

  it('loads the code for tool calls and approvals with the first frame that names one, and not before', async () => {
    const reader = open(false);
    await reader.push(FOREIGN);
    expect(loads).to.equal(1);
    const frames = [
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'cancel', input: { order: 7 } },
      { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'a' },
      { type: 'finish' },
    ];
    const body = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
    await reader.push(body.slice(0, 25));
    await reader.push(body.slice(25));
    expect(loads).to.equal(2);
    const [event] = await reader.end();
    expect(event?.type === 'interrupt' && event.part.kind).to.equal('approval');
  });

  it('fails if the code for tool calls and approvals cannot be loaded, so that no agent waits for ever', async () => {
    const reader = new BodyReader({
      contentType: 'text/event-stream',
      isOwn: false,
      async waitFor<T extends object>(load: () => Promise<T>): Promise<T> {
        const code = await load();
        if ('InterruptReader' in code) throw new ChatError('blocked', 'the code did not come');
        return code;
      },
    });
    const [token] = await reader.push(FOREIGN);
    expect(token?.type).to.equal('token');
    const error = await catchChatError(reader.push('data: {"type":"tool-input-start","toolCallId":"c"}\n\n'));
    expect(error.code).to.equal('blocked');
  });

  it('reads a JSON body of another format although the Worker is ours', async () => {
    const reader = open(true, 'application/json');
    await reader.push('{"answer":"Hi"}');
    expect(await reader.end()).to.deep.equal([{ type: 'token', token: 'Hi' }, { type: 'done' }]);
  });
});
