import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_INTERRUPTS } from '../../widget/protocol/limits.ts';
import type { PageTool } from '../../widget/interrupts/page-tool.ts';
import { AskingSite, type AskingSiteOptions } from '../support/asking-site.ts';
import { Gate } from '../support/gate.ts';
import { installFixture } from '../support/install-fixture.ts';
import { responseOf } from '../support/streams.ts';
import type { ChatCompletionChunk } from '../fixtures/dialects/servers.ts';

installFixture('dialects');
const { AgUiAgent } = await import('../support/ag-ui-agent.ts');
const { ApprovingAgent } = await import('../support/approving-agent.ts');

const CANCEL = { id: 'c1', name: 'cancel_order', input: { order: 7 } };
const OPEN_CART = { id: 'p1', name: 'open_cart', input: { tab: 'all' } };

/** A tool of the page that records its inputs. */
function cartTool(changes: Partial<PageTool> = {}): PageTool & { readonly inputs: unknown[] } {
  const inputs: unknown[] = [];
  const execute: PageTool['execute'] = (input) => (inputs.push(input), { isOpen: true });
  return { name: 'open_cart', execute, ...changes, inputs };
}

describe('an approval that a server of the AI SDK 7 requests', { timeout: 60_000 }, () => {
  const siteOf = (agent: { answer: NonNullable<AskingSiteOptions['answer']> }): AskingSite =>
    new AskingSite({ format: 'ui-message', answer: (request) => agent.answer(request) });

  it('is shown, can be allowed, and the answer continues in the same message', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = siteOf(agent).open();
    await page.ask('Cancel order 7');
    const [part] = page.open;
    assert.deepEqual(
      { kind: part?.kind, name: part?.name, input: part?.input, state: part?.state },
      { kind: 'approval', name: 'cancel_order', input: { order: 7 }, state: 'waiting' },
    );
    assert.equal(page.conversation.state.status, 'ready');
    assert.deepEqual(agent.runs, []);

    assert.ok(page.decide({ state: 'allowed' }));
    await page.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }]);
    assert.match(page.text, /^Let me see\.\n\nDone: .*isCancelled/);
    assert.equal(page.answer?.status, 'complete');
    assert.equal(agent.bodies[1]?.messages.at(-1)?.id, page.answer?.queryId);
    assert.equal(page.conversation.state.messages.length, 2);
  });

  it('is still shown on the next page, and the answer continues there', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const site = siteOf(agent);
    const first = site.open();
    await first.ask('Cancel order 7');
    const next = site.reload(first);
    assert.equal(next.open.length, 1);
    next.decide({ state: 'allowed' });
    await next.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }]);
    assert.match(next.text, /Done/);
  });

  it('can be refused: the tool does not run, and the model receives the refusal', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = siteOf(agent).open();
    await page.ask('Cancel order 7');
    page.decide({ state: 'refused' });
    await page.rest();
    assert.deepEqual(agent.runs, []);
    assert.match(page.text, /execution-denied/);
  });

  it('waits until all of several approvals are answered, and each allowed tool runs once', async () => {
    const agent = new ApprovingAgent([CANCEL, { ...CANCEL, id: 'c2', input: { order: 8 } }]);
    const page = siteOf(agent).open();
    await page.ask('Cancel both');
    assert.equal(page.open.length, 2);
    page.decide({ state: 'refused' });
    await page.rest();
    assert.equal(agent.bodies.length, 1);
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.deepEqual(agent.runs, [{ order: 8 }]);
  });

  it('can be followed by another approval in the same answer, and the first tool does not run again', async () => {
    const agent = new ApprovingAgent([CANCEL], [{ ...CANCEL, id: 'c2', input: { order: 8 } }]);
    const page = siteOf(agent).open();
    await page.ask('Cancel both');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.equal(page.open[0]?.callId, 'c2');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }, { order: 8 }]);
    assert.equal(page.open.length, 0);
  });

  it('is answered in one of two tabs, and closes in the other', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const site = siteOf(agent);
    const [one, two] = [site.open(), site.open()];
    await one.ask('Cancel order 7');
    two.conversation.refresh();
    assert.deepEqual([one.decide({ state: 'allowed' }), two.decide({ state: 'allowed' })], [true, false]);
    await one.rest();
    await two.rest();
    assert.deepEqual(agent.runs, [{ order: 7 }]);
    assert.equal(two.open.length, 0);
    assert.equal(one.text, two.text);
    assert.equal(agent.bodies.length, 2);
  });

  it('is not sent again by the next page when the page was left before the first word', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const sent = new Gate();
    const answer = async (request: Request): Promise<Response> => {
      const response = await agent.answer(request);
      if (agent.bodies.length === 2) sent.open();
      return agent.bodies.length === 2 ? new Promise(() => undefined) : response;
    };
    const site = siteOf({ answer });
    const first = site.open();
    await first.ask('Cancel order 7');
    first.decide({ state: 'allowed' });
    await sent.opened;
    const next = site.reload(first);
    await next.rest();
    assert.equal(agent.bodies.length, 2);
    assert.equal(next.answer?.status, 'truncated');
    assert.equal(next.open.length, 0);
  });

  it('leads to a failure when the server fails, and is not sent again', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const answer = (request: Request): Promise<Response> | Response =>
      agent.bodies.length > 0 ? new Response('{"error":"down"}', { status: 503 }) : agent.answer(request);
    const page = siteOf({ answer }).open();
    await page.ask('Cancel order 7');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.equal(page.conversation.state.status, 'error');
    assert.equal(page.answer?.status, 'failed');
    assert.equal(page.open.length, 0);
    assert.deepEqual(agent.runs, []);
  });

  it('is withdrawn when the visitor asks something else', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = siteOf(agent).open();
    await page.ask('Cancel order 7');
    const { answer, open } = page;
    await page.ask('Do you ship to Malta?');
    assert.equal(page.interrupts.decide(answer!, open[0]!, { state: 'allowed' }), false);
    await page.rest();
    assert.deepEqual(agent.runs, []);
  });

  it('makes a queued question wait', async () => {
    const agent = new ApprovingAgent([CANCEL]);
    const page = siteOf(agent).open();
    const asked = page.ask('Cancel order 7');
    page.conversation.queue('And then?');
    await asked;
    await page.rest();
    assert.equal(agent.bodies.length, 1);
    assert.equal(page.open.length, 1);
    page.decide({ state: 'refused' });
    await page.rest();
    await page.settled(() => agent.bodies.length === 3);
    assert.deepEqual(agent.runs, []);
  });
});

describe('a tool of the page that a server of the AI SDK 7 calls', { timeout: 60_000 }, () => {
  const siteOf = (
    agent: InstanceType<typeof ApprovingAgent>,
    tools: readonly PageTool[],
    limitMs?: number,
  ): AskingSite =>
    new AskingSite({
      format: 'ui-message',
      answer: (request) => agent.answer(request),
      tools: () => tools,
      ...(limitMs !== undefined && { limitMs }),
    });

  it('runs once after the visitor allows it, with the shown input, and its result is sent back', async () => {
    const [agent, tool] = [new ApprovingAgent([OPEN_CART]), cartTool()];
    const page = siteOf(agent, [tool]).open();
    await page.ask('Open the cart');
    assert.equal(page.open[0]?.kind, 'tool');
    assert.deepEqual(tool.inputs, []);
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.deepEqual(tool.inputs, [{ tab: 'all' }]);
    assert.match(page.text, /Done: .*isOpen/);
    assert.deepEqual(page.toolStates, ['done']);
  });

  it('does not run when the visitor refuses it', async () => {
    const [agent, tool] = [new ApprovingAgent([OPEN_CART]), cartTool()];
    const page = siteOf(agent, [tool]).open();
    await page.ask('Open the cart');
    page.decide({ state: 'refused' });
    await page.rest();
    assert.deepEqual(tool.inputs, []);
    assert.match(page.text, /did not allow/);
    assert.deepEqual(page.toolStates, ['denied']);
  });

  it('runs without asking when it is read-only, in one of two tabs', async () => {
    const [agent, tool] = [new ApprovingAgent([OPEN_CART]), cartTool({ readOnly: true })];
    const site = siteOf(agent, [tool]);
    const [one, two] = [site.open(), site.open()];
    await one.ask('Open the cart');
    await one.rest();
    await one.settled(() => agent.bodies.length === 2);
    await two.rest();
    assert.deepEqual(tool.inputs, [{ tab: 'all' }]);
    assert.match(two.text, /isOpen/);
  });

  it('is aborted by Stop, and no result is sent', async () => {
    const started = new Gate();
    let signal: AbortSignal | undefined;
    let runs = 0;
    const execute: PageTool['execute'] = (_input, options) => {
      ({ signal } = options);
      runs += 1;
      started.open();
      return new Promise(() => undefined);
    };
    const agent = new ApprovingAgent([OPEN_CART, { ...OPEN_CART, id: 'p2' }]);
    const page = siteOf(agent, [cartTool({ execute, readOnly: true })]).open();
    await page.ask('Open the cart');
    await started.opened;
    page.conversation.stop();
    assert.ok(signal?.aborted);
    await page.rest();
    assert.equal(runs, 1);
    assert.equal(agent.bodies.length, 1);
    assert.equal(page.answer?.status, 'stopped');
  });

  it('is aborted after its time limit, and the model receives that', async () => {
    const execute = (): Promise<never> => new Promise(() => undefined);
    const agent = new ApprovingAgent([OPEN_CART]);
    const page = siteOf(agent, [cartTool({ execute })], 5).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.match(page.text, /timeout/i);
  });

  it('that throws sends an error text for the model', async () => {
    const execute = (): never => {
      throw new Error('The cart is empty');
    };
    const agent = new ApprovingAgent([OPEN_CART]);
    const page = siteOf(agent, [cartTool({ execute })]).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.match(page.text, /The cart is empty/);
  });

  it('does not run again on the next page when the page was left while it ran', async () => {
    const started = new Gate();
    const inputs: unknown[] = [];
    const execute: PageTool['execute'] = (input) => {
      inputs.push(input);
      started.open();
      return new Promise(() => undefined);
    };
    const agent = new ApprovingAgent([OPEN_CART]);
    const site = siteOf(agent, [cartTool({ execute, readOnly: true })]);
    const page = site.open();
    await page.ask('Open the cart');
    await started.opened;
    const next = site.reload(page);
    await next.rest();
    assert.equal(inputs.length, 1);
    assert.equal(agent.bodies.length, 1);
    assert.equal(next.answer?.status, 'truncated');
  });

  it('is not offered when the page has no tool of that name, or two', async () => {
    for (const tools of [[], [cartTool({ name: 'open_cart ' })], [cartTool(), cartTool()]]) {
      const page = siteOf(new ApprovingAgent([OPEN_CART]), tools).open();
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      await page.ask('Open the cart');
      assert.deepEqual(page.open, []);
    }
  });
});

describe('an agent that speaks AG-UI 1.0', { timeout: 60_000 }, () => {
  const siteOf = (agent: InstanceType<typeof AgUiAgent>, tools: readonly PageTool[] = []): AskingSite =>
    new AskingSite({ format: 'ag-ui', answer: (request) => agent.answer(request), tools: () => tools });
  const APPROVAL = {
    calls: [CANCEL],
    interrupts: [{ id: 'i1', reason: 'tool_call', message: 'Cancel order 7?', toolCallId: 'c1' }],
  };

  it('continues after an approval, on the thread of the conversation', async () => {
    const agent = new AgUiAgent(({ resume }) => (resume ? { text: 'Cancelled.' } : APPROVAL));
    const page = siteOf(agent).open();
    await page.ask('Cancel order 7');
    assert.deepEqual([page.open[0]?.title, page.open[0]?.input], ['Cancel order 7?', { order: 7 }]);
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.equal(page.text, 'Cancelled.');
    const [first, second] = agent.inputs;
    assert.deepEqual(second?.resume, [
      { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
    ]);
    assert.equal(second?.threadId, first?.threadId);
    assert.notEqual(second?.runId, first?.runId);
  });

  it('receives a refusal, and an answer to a question in the requested shape', async () => {
    const responseSchema = { type: 'object', properties: { size: { enum: ['S', 'M'] } } };
    const agent = new AgUiAgent(({ resume }) =>
      resume
        ? { text: 'Done.' }
        : {
            ...APPROVAL,
            interrupts: [
              ...APPROVAL.interrupts,
              { id: 'i2', reason: 'input_required', message: 'Which size?', responseSchema },
            ],
          },
    );
    const page = siteOf(agent).open();
    await page.ask('Change it');
    page.decide({ state: 'refused' });
    page.decide({ state: 'answered', answer: { size: 'M' } });
    await page.rest();
    assert.deepEqual(agent.inputs[1]?.resume, [
      { interruptId: 'i1', status: 'resolved', payload: { approved: false } },
      { interruptId: 'i2', status: 'resolved', payload: { size: 'M' } },
    ]);
    assert.deepEqual(page.toolStates, ['denied', 'done']);
    assert.equal(page.text, 'Done.');
  });

  it('receives a cancellation when the visitor asks something else', async () => {
    const agent = new AgUiAgent((_input, run) => (run === 1 ? APPROVAL : { text: 'Yes.' }));
    const page = siteOf(agent).open();
    await page.ask('Cancel order 7');
    await page.ask('Do you ship to Malta?');
    assert.deepEqual(agent.inputs[1]?.resume, [{ interruptId: 'i1', status: 'cancelled' }]);
    assert.equal(page.text, 'Yes.');
  });

  it('receives the tools of the page, and the result of a call', async () => {
    const agent = new AgUiAgent((_input, run) =>
      run === 1 ? { calls: [OPEN_CART], pending: ['p1'] } : { text: 'It is open.' },
    );
    const tool = cartTool({ description: 'Opens the cart' });
    const page = siteOf(agent, [tool]).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.deepEqual(tool.inputs, [{ tab: 'all' }]);
    assert.equal(page.text, 'It is open.');
    const [first, second] = agent.inputs;
    assert.deepEqual(
      first?.tools.map(({ name, description }) => [name, description]),
      [['open_cart', 'Opens the cart']],
    );
    assert.deepEqual(
      second?.messages.slice(1).map((message) => [message.role, 'content' in message && message.content]),
      [
        ['assistant', false],
        ['tool', '{"isOpen":true}'],
      ],
    );
  });
});

describe('a model behind the request format of OpenAI', { timeout: 60_000 }, () => {
  type Delta = ChatCompletionChunk['choices'][number]['delta'];
  type Reason = ChatCompletionChunk['choices'][number]['finish_reason'];

  const toFrame = (delta: Delta, reason: Reason = null): string => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    const chunk = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'm', choices } as const;
    return `data: ${JSON.stringify(chunk satisfies ChatCompletionChunk)}\n\n`;
  };
  const callOf = (id: string): readonly string[] => [
    toFrame({
      tool_calls: [{ index: 0, id, type: 'function', function: { name: 'open_cart', arguments: '' } }],
    }),
    toFrame({ tool_calls: [{ index: 0, function: { arguments: '{"tab":' } }] }),
    toFrame({ tool_calls: [{ index: 0, function: { arguments: '"all"}' } }] }),
    toFrame({}, 'tool_calls'),
  ];
  const streamOf = (...frames: readonly string[]): Response =>
    responseOf([...frames, 'data: [DONE]\n\n'], 'text/event-stream');

  it('receives the tools of the page, and the result of a call as a separate message', async () => {
    const bodies: Record<string, unknown>[] = [];
    const answer = async (request: Request): Promise<Response> => {
      bodies.push((await request.json()) as Record<string, unknown>);
      return bodies.length === 1
        ? streamOf(...callOf('p1'))
        : streamOf(toFrame({ content: 'Open.' }, 'stop'));
    };
    const tool = cartTool({ inputSchema: { type: 'object', properties: { tab: { type: 'string' } } } });
    const page = new AskingSite({ format: 'openai', answer, tools: () => [tool] }).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.equal(page.text, 'Open.');
    assert.deepEqual(tool.inputs, [{ tab: 'all' }]);
    const { name, inputSchema: parameters } = tool;
    const told = [{ type: 'function', function: { name, description: name, parameters } }];
    assert.deepEqual([bodies[0]?.['tools'], bodies[1]?.['tools']], [told, told]);
    assert.deepEqual(bodies[1]?.['messages'], [
      { role: 'user', content: 'Open the cart' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'p1', type: 'function', function: { name, arguments: '{"tab":"all"}' } }],
      },
      { role: 'tool', tool_call_id: 'p1', content: '{"isOpen":true}' },
    ]);
  });

  it('that keeps calling a read-only tool is stopped after a limit', async () => {
    let requests = 0;
    const answer = (): Response => streamOf(...callOf(`p${++requests}`));
    const tool = cartTool({ readOnly: true });
    const page = new AskingSite({ format: 'openai', answer, tools: () => [tool] }).open();
    await page.ask('Open the cart');
    await page.settled(() => tool.inputs.length >= MAX_INTERRUPTS);
    assert.equal(tool.inputs.length, MAX_INTERRUPTS);
  });
});
