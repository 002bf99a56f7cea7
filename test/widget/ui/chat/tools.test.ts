import { expect } from 'chai';
import type { ToolEvent } from '../../../../widget/protocol/chat-event.ts';
import { SEARCH_TITLE } from '../../../../widget/protocol/search-tool.ts';
import { ChatHarness, type HarnessSettings } from '../../../support/chat-harness.ts';
import { type ScriptedTurn, ScriptedTransport } from '../../../support/scripted-transport.ts';

const LOOK_UP: ToolEvent = { type: 'tool', id: '1', name: 'look_up', state: 'running' };
const WEIGH: ToolEvent = {
  type: 'tool',
  id: '2',
  name: 'weigh',
  title: 'Weighing the parcel',
  state: 'running',
};
/** The search tool of our Worker. */
const SEARCH: ToolEvent = {
  type: 'tool',
  id: 's',
  name: 'search',
  title: SEARCH_TITLE,
  state: 'running',
};
const SOURCE = { id: 'a', title: 'Returns', url: 'https://shop.test/returns', snippet: '' };

describe('the line about tools that an agent uses', () => {
  let transport: ScriptedTransport;
  beforeEach(() => {
    transport = new ScriptedTransport();
  });
  afterEach(() => ChatHarness.cleanUp());

  const ask = async (settings: HarnessSettings = {}): Promise<[ChatHarness, ScriptedTurn]> => {
    const chat = await ChatHarness.open(transport, settings);
    await chat.ask('How heavy?');
    return [chat, await transport.asked()];
  };
  const emit = async (
    chat: ChatHarness,
    turn: ScriptedTurn,
    ...events: readonly ToolEvent[]
  ): Promise<void> => {
    for (const event of events) await turn.emit(event);
    await chat.drawn();
  };
  const linesOf = (chat: ChatHarness): readonly string[] =>
    [...chat.root.querySelectorAll('.steps > summary, p.steps')].map((line) =>
      line.textContent.replaceAll(/\s+/g, ' ').trim(),
    );

  it('stands where the tools were used, and opens when there were several', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, LOOK_UP);
    expect(linesOf(chat)).to.deep.equal(['Using look_up']);
    await emit(chat, turn, { ...LOOK_UP, state: 'done' });
    expect(linesOf(chat)).to.deep.equal(['Used look_up']);
    await emit(chat, turn, WEIGH);
    expect(linesOf(chat)).to.deep.equal(['Weighing the parcel']);
    await emit(chat, turn, { ...WEIGH, state: 'failed' });
    await turn.say('Two kilos.');
    await turn.emit({ ...LOOK_UP, id: '3', state: 'done' });
    await turn.say('Or three.');
    await turn.finish();
    await chat.drawn();
    expect(linesOf(chat)).to.deep.equal(['2 steps', 'Used look_up']);
    const steps = [...chat.root.querySelectorAll('.steps li')].map(({ textContent }) => textContent.trim());
    expect(steps).to.deep.equal(['Used look_up', 'Weighing the parcelfailed']);
    const order = [...chat.root.querySelectorAll('.message.assistant > :is(.steps, .markdown)')];
    expect(order.map(({ localName }) => localName)).to.deep.equal(['details', 'div', 'p', 'div']);
  });

  it('shows dots while the tool runs, and the answer shows no dots of its own', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, LOOK_UP);
    expect(chat.root.querySelectorAll('.message.assistant .typing')).to.have.length(1);
    await emit(chat, turn, { ...LOOK_UP, state: 'done' });
    expect(chat.root.querySelector('.steps .typing')).to.equal(null);
    expect(chat.root.querySelectorAll('.message.assistant > .typing')).to.have.length(1);
    await turn.say('Half');
    await turn.emit(WEIGH);
    await turn.cut();
    await chat.until('the end', () => chat.root.querySelector('.message.truncated'));
    expect(chat.root.querySelector('.typing')).to.equal(null);
  });

  it('does not claim that a tool was used when it waits, was refused, or has no known outcome', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, LOOK_UP, { ...WEIGH, state: 'denied' });
    await turn.say('Shall I?');
    await turn.emit({ ...LOOK_UP, id: '3', name: 'cancel_order', state: 'waiting' });
    await turn.finish();
    await chat.drawn();
    expect(linesOf(chat)).to.deep.equal(['2 steps', 'cancel_orderwaiting, not done yet']);
    const steps = [...chat.root.querySelectorAll('.steps li')].map(({ textContent }) => textContent.trim());
    expect(steps).to.deep.equal(['Started look_up', 'Weighing the parcelnot allowed']);
    expect(chat.root.querySelector('.steps li svg, .steps .typing')).not.to.equal(null);
  });

  it('makes an answer without text valid when one of its tools waits', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, { ...LOOK_UP, name: 'cancel_order', state: 'waiting' });
    await turn.finish();
    await chat.drawn();
    expect(linesOf(chat)).to.deep.equal(['cancel_orderwaiting, not done yet']);
    expect(chat.root.querySelector('[role="alert"]')).to.equal(null);
    expect(chat.element.status).to.equal('ready');
    expect(chat.announcement).to.equal('cancel_order: waiting, not done yet');
  });

  it('is announced once for an answer', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, LOOK_UP);
    expect(chat.announcement).to.equal('Using look_up');
    await emit(chat, turn, { ...LOOK_UP, state: 'done' }, WEIGH);
    expect(chat.announcement).to.equal('Using look_up');
  });

  it('shows input and output only where the page asks for details, and as plain text', async () => {
    const input = { q: '<img src=x onerror=alert(1)>' };
    const [chat, turn] = await ask();
    await emit(chat, turn, { ...LOOK_UP, state: 'done', input, output: 'Found **2**' });
    expect(chat.root.textContent).not.to.contain('onerror');
    chat.element.showTools = 'details';
    await chat.drawn();
    const texts = [...chat.root.querySelectorAll('.steps pre')].map(({ textContent }) => textContent);
    expect(texts).to.deep.equal([JSON.stringify(input, null, 2), 'Found **2**']);
    expect(chat.root.querySelector('.steps img')).to.equal(null);
    chat.element.showTools = 'none';
    await chat.drawn();
    expect(chat.root.querySelector('.steps')).to.equal(null);
  });

  it('is left out of the text that is copied and sent back', async () => {
    const [chat, turn] = await ask();
    await turn.say('One.');
    await emit(chat, turn, { ...LOOK_UP, state: 'done', output: 'SECRET' });
    await turn.say('Two.');
    await turn.finish();
    await chat.ask('And?');
    const { request } = await transport.asked();
    expect(request.messages[1]?.content).to.equal('One.\n\nTwo.');
  });

  it("says for our Worker's search what was searched, in the visitor's language, with the pages that were read", async () => {
    const [chat, turn] = await ask({ lang: 'de' });
    await emit(chat, turn, SEARCH);
    expect(linesOf(chat)).to.deep.equal(['Dokumente werden durchsucht']);
    await turn.emit({ type: 'sources', sources: [SOURCE] });
    await emit(chat, turn, { ...SEARCH, state: 'done' });
    expect(linesOf(chat)).to.deep.equal(['1 Seite gelesen']);
  });

  it('is left out for a search that found nothing', async () => {
    const [chat, turn] = await ask();
    await emit(chat, turn, SEARCH, { ...SEARCH, state: 'done' });
    expect(linesOf(chat)).to.deep.equal([]);
    expect(chat.root.querySelectorAll('.message.assistant > .typing')).to.have.length(1);
  });
});
