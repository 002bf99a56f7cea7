import { expect } from 'chai';
import type { PageTool } from '../../../../../widget/interrupts/page-tool.ts';
import type { RequestFormat } from '../../../../../widget/protocol/request-format.ts';
import type { ChatRequest, Transport } from '../../../../../widget/protocol/transport.ts';
import type { CfAiChatApprovalEvent } from '../../../../../widget/element.ts';
import { violations } from '../../../../support/axe-violations.ts';
import { ChatHarness, type HarnessSettings } from '../../../../support/chat-harness.ts';
import { IS_FULL_RUN } from '../../../../support/full-run.ts';
import { HOSTILE_AGENTS, hostileResponse, type HostileAgent } from '../../../../support/hostile-agents.ts';
import { responseOf, transportFor } from '../../../../support/streams.ts';

const CALL = {
  type: 'tool-input-available',
  toolCallId: 'c',
  toolName: 'cancel_order',
  input: { orderId: 7 },
};
const ASK = { type: 'tool-approval-request', toolCallId: 'c', approvalId: 'p' };
const DONE = [
  { type: 'text-delta', id: 't', delta: 'Cancelled.' },
  { type: 'finish', finishReason: 'stop' },
];

/** An agent whose answers consist of these frames, one list for each request. */
class ScriptedAgent implements Transport {
  readonly requests: ChatRequest[] = [];
  readonly #answers: readonly Response[];

  constructor(...answers: readonly (Response | readonly object[])[]) {
    this.#answers = answers.map((answer) =>
      answer instanceof Response
        ? answer
        : responseOf(
            answer.map((frame) => `data: ${JSON.stringify(frame)}\n\n`),
            'text/event-stream',
          ),
    );
  }

  async *send(request: ChatRequest, signal: AbortSignal): ReturnType<Transport['send']> & AsyncGenerator {
    this.requests.push(request);
    const response =
      this.#answers[this.requests.length - 1] ?? responseOf(['data: [DONE]\n\n'], 'text/event-stream');
    yield* transportFor(response).send(request, signal);
  }
}

async function openChat(
  agent: ScriptedAgent,
  format: RequestFormat = 'ui-message',
  settings: HarnessSettings = {},
): Promise<ChatHarness> {
  const chat = await ChatHarness.open(agent, { requestFormat: format, ...settings });
  await chat.ask('Cancel order 7');
  return chat;
}

function box(chat: ChatHarness): Promise<HTMLElement> {
  return chat.until('something asked', () => chat.root.querySelector<HTMLElement>('.interrupt'));
}

describe('a request of an agent that waits for the visitor', () => {
  afterEach(() => ChatHarness.cleanUp());

  it('is shown with the tool and its input as names and values', async () => {
    const chat = await openChat(new ScriptedAgent([CALL, ASK]));
    const text = (await box(chat)).textContent.replaceAll(/\s+/g, ' ').trim();
    expect(text).to.equal('cancel_order cancel_order order Id 7 Do you allow this? Allow Not now');
    expect(await violations(chat)).to.deep.equal([]);
  });

  it('continues the answer when the visitor allows it', async () => {
    const agent = new ScriptedAgent([CALL, ASK], DONE);
    const chat = await openChat(agent);
    await box(chat);
    await chat.pressButton('Allow');
    await chat.until('the rest', () => chat.lastReply?.textContent.includes('Cancelled.'));
    expect(agent.requests).to.have.length(2);
    const line = await chat.until('a line', () => chat.root.querySelector('.interrupt-line'));
    expect(line.textContent.replaceAll(/\s+/g, ' ').trim()).to.equal('cancel_order allowed');
    expect(chat.root.querySelector('.interrupt')).to.equal(null);
  });

  it('reports a refusal to the agent', async () => {
    const agent = new ScriptedAgent([CALL, ASK], DONE);
    const chat = await openChat(agent);
    await box(chat);
    await chat.pressButton('Not now');
    await chat.until('the rest', () => chat.lastReply?.textContent.includes('Cancelled.'));
    expect(JSON.stringify(agent.requests[1]?.body)).to.include('"approved":false');
  });

  it('fires an event first, which the page can cancel to keep the request open', async () => {
    const agent = new ScriptedAgent([CALL, ASK], DONE);
    const chat = await openChat(agent);
    await box(chat);
    const events: CfAiChatApprovalEvent[] = [];
    chat.element.addEventListener('cf-ai-chat-approval', (event) => {
      events.push(event);
      event.preventDefault();
    });
    await chat.pressButton('Allow');
    expect(events.map(({ tool, input, isAllowed }) => ({ tool, input, isAllowed }))).to.deep.equal([
      { tool: 'cancel_order', input: { orderId: 7 }, isAllowed: true },
    ]);
    expect(agent.requests).to.have.length(1);
    expect(chat.root.querySelector('.interrupt')).not.to.equal(null);
  });

  it('ignores a press that comes right after the button has appeared, and was meant for something else', async () => {
    const agent = new ScriptedAgent([CALL, ASK], DONE);
    const chat = await openChat(agent);
    const button = (await box(chat)).querySelector('button')!;
    button.click();
    await chat.drawn();
    expect(agent.requests).to.have.length(1);
  });

  it('says that it cannot be answered where the request format does not support it', async () => {
    const chat = await openChat(new ScriptedAgent([CALL, ASK]), 'messages');
    const line = await chat.until('a line', () => chat.root.querySelector('.interrupt-line'));
    expect(line.textContent).to.include('cannot be answered here');
    expect(chat.root.querySelector('.interrupt')).to.equal(null);
  });

  it('is announced once', async () => {
    const chat = await openChat(new ScriptedAgent([CALL, ASK]));
    await box(chat);
    await chat.until('an announcement', () => chat.announcement === 'cancel_order. Do you allow this?');
  });

  it('runs a tool of the page, and is labelled by the page', async () => {
    const inputs: unknown[] = [];
    const tools: readonly PageTool[] = [
      { name: 'cancel_order', confirm: 'Cancel the order?', execute: (input) => (inputs.push(input), 'ok') },
    ];
    const agent = new ScriptedAgent([CALL, { type: 'finish', finishReason: 'tool-calls' }], DONE);
    const chat = await openChat(agent, 'ui-message', { tools });
    expect((await box(chat)).textContent).to.include('Cancel the order?');
    expect(inputs).to.deep.equal([]);
    await chat.pressButton('Allow');
    await chat.until('the rest', () => chat.lastReply?.textContent.includes('Cancelled.'));
    expect(inputs).to.deep.equal([{ orderId: 7 }]);
  });

  for (const [title, responseSchema, name, payload] of [
    ['a choice', { enum: ['S', 'M'] }, 'M', 'M'],
    ['yes or no', { type: 'boolean' }, 'Yes', true],
  ] as const)
    it(`is a question with buttons for ${title}`, async () => {
      const interrupt = { id: 'i', reason: 'input_required', message: 'Which one?', responseSchema };
      const outcome = { type: 'interrupt', interrupts: [interrupt] };
      const agent = new ScriptedAgent([{ type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome }]);
      const chat = await openChat(agent, 'ag-ui');
      await box(chat);
      await chat.pressButton(name);
      await chat.until('a second request', () => agent.requests.length === 2);
      expect(agent.requests[1]?.body['resume']).to.deep.equal([
        { interruptId: 'i', status: 'resolved', payload },
      ]);
    });

  it('is a question with one text field', async () => {
    const responseSchema = { type: 'object', properties: { count: { type: 'integer' } } };
    const interrupt = { id: 'i', reason: 'input_required', message: 'How many?', responseSchema };
    const outcome = { type: 'interrupt', interrupts: [interrupt] };
    const agent = new ScriptedAgent([{ type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome }]);
    const chat = await openChat(agent, 'ag-ui');
    const input = (await box(chat)).querySelector('input')!;
    expect([input.type, input.ariaLabel]).to.deep.equal(['number', 'How many?']);
    input.value = '3';
    await chat.pressButton('Send');
    await chat.until('a second request', () => agent.requests.length === 2);
    expect(agent.requests[1]?.body['resume']).to.deep.equal([
      { interruptId: 'i', status: 'resolved', payload: { count: 3 } },
    ]);
  });

  it('shows everything that an agent writes as plain text', async () => {
    for (const agent of IS_FULL_RUN ? HOSTILE_AGENTS : HOSTILE_AGENTS.filter(writesMarkup)) {
      const scripted = new ScriptedAgent(hostileResponse(agent, 0));
      const tools: readonly PageTool[] = [{ name: 'open_cart', execute: () => undefined }];
      // oxlint-disable no-await-in-loop -- one agent after the other
      const chat = await openChat(scripted, agent.format, { tools });
      if (agent.isOffered) await box(chat);
      await chat.drawn();
      // oxlint-enable no-await-in-loop
      expect(chat.root.querySelector('.interrupts :is(img, b)'), agent.title).to.equal(null);
      expect('wasHacked' in globalThis, agent.title).to.equal(false);
      const text = chat.root.querySelector('.interrupts')?.textContent ?? '';
      expect(/[\u202A-\u202E\u2066-\u2069]/.test(text), agent.title).to.equal(false);
      // The next agent meets an empty chat.
      ChatHarness.cleanUp();
    }
  });
});

/** Whether an agent writes an element or turns the direction of text around: the attempts of others cannot be seen. */
function writesMarkup({ answers }: HostileAgent): boolean {
  return /<img|\u202E/.test(JSON.stringify(answers));
}
