import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTestHarness, type TestHarness } from 'wrangler';
import { askEndpoint } from '../../widget/cli/ask-endpoint.ts';
import { formatRequest } from '../../widget/protocol/format-request.ts';
import type { ChatEvent } from '../../widget/protocol/chat-event.ts';
import { isAnswering } from '../../widget/conversation/state.ts';
import type { PageTool } from '../../widget/interrupts/page-tool.ts';
import type { ResumePoint } from '../../widget/protocol/resume-point.ts';
import { STOPPED, type ChatRequest } from '../../widget/protocol/transport.ts';
import { AgentsTransport } from '../../widget/transport/agents-transport.ts';
import { AnswerText } from '../../widget/transport/answer-text.ts';
import { FORMATS } from '../../widget/transport/choose-framing.ts';
import { ResumingTransport } from '../../widget/transport/resuming-transport.ts';
import { type AskingPage, AskingSite } from '../support/asking-site.ts';
import { installFixture } from '../support/install-fixture.ts';
import { until } from '../support/until.ts';

process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';
const root = installFixture('agents');

/** The fixture agent's answer to the first question of a conversation. */
const WHOLE = '1: Hi 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20';

describe('an agent of cloudflare/agents', { timeout: 60_000 }, () => {
  const agents = new AgentsTransport({ stallTimeoutMs: () => 10_000, formats: { ...FORMATS, AnswerText } });
  const transport = new ResumingTransport(agents, agents);
  let harness: TestHarness;
  let address: URL;
  before(async () => {
    harness = createTestHarness({ root, workers: [{ configPath: './wrangler.jsonc' }] });
    ({ url: address } = await harness.listen());
    address.protocol = 'ws:';
  });
  after(() => harness.close());

  const requestFor = (name: string, ...texts: readonly string[]): ChatRequest => {
    const { href: url } = new URL(`/agents/chat/${name}`, address);
    const messages = texts.map((content, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    }));
    const body = formatRequest('ui-message', messages, {}, { sessionId: name });
    return {
      url,
      headers: {},
      credentials: 'omit',
      body,
      messages,
      key: `key-${name}-${texts.length}`,
      replayUrl: url,
    };
  };
  /** All events; with `until` only the events until the text has that length, after which the page is left. */
  const read = async (events: AsyncIterable<ChatEvent>, length = Infinity): Promise<readonly ChatEvent[]> => {
    const received: ChatEvent[] = [];
    for await (const event of events) {
      received.push(event);
      if (textOf(received).length >= length) break;
    }
    return received;
  };

  it('is asked over a WebSocket: text, thoughts, sources and end arrive separately', async () => {
    const events = await read(transport.send(requestFor('a', 'Hi'), new AbortController().signal));
    assert.equal(textOf(events), WHOLE);
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'reasoning' ? [event.text] : [])),
      ['SECRET'],
    );
    const sources = events.flatMap((event) => (event.type === 'sources' ? event.sources : []));
    assert.deepEqual(
      sources.map(({ title }) => title),
      ['Returns'],
    );
    assert.equal(events.at(-1)?.type, 'done');
  });

  it('passes the doctor, which reports a missing agent', async () => {
    const ask = async (path: string, sendsQuestion = true): Promise<readonly string[]> => {
      const options = {
        sendsQuestion,
        now: () => 0,
        timeoutMs: 10_000,
        request: { format: 'messages', body: '', attachments: '' },
        hasBotCheck: false,
      } as const;
      const page = new URL('https://shop.example');
      return (await askEndpoint(new URL(path, address), page, options)).map(({ code }) => code);
    };
    assert.deepEqual(await ask('/agents/chat'), []);
    assert.deepEqual(await ask('/agents/chat/doctor', false), []);
    assert.deepEqual(await ask('/agents/chart'), ['endpoint-unreachable']);
    assert.deepEqual(await ask('/agents/chart', false), ['endpoint-unreachable']);
  });

  it('receives the whole conversation with each question', async () => {
    const events = await read(
      transport.send(requestFor('b', 'Hi', 'Hello', 'More'), new AbortController().signal),
    );
    assert.match(textOf(events), /^3: More/);
  });

  it('that fails gives an error message for developers only', async () => {
    const events = await read(transport.send(requestFor('c', 'fail'), new AbortController().signal));
    assert.deepEqual(events.at(-1), { type: 'error', code: 'model-failed', message: 'Error: no luck' });
    assert.equal(textOf(events), '');
  });

  it('continues an answer on the next page, while the answer grows and after its end', async () => {
    const request = requestFor('d', 'Hi');
    const first = await read(transport.send(request, new AbortController().signal), 10);
    const again = await read(transport.resume(request, pointOf(first), new AbortController().signal), 10);
    const rest = await read(transport.resume(request, pointOf(again), new AbortController().signal));
    assert.equal(textOf(first) + textOf(again) + textOf(rest), WHOLE);
    assert.equal(rest.at(-1)?.type, 'done');

    const late = await read(transport.resume(request, pointOf(first), new AbortController().signal));
    assert.equal(textOf(first) + textOf(late), WHOLE);
    assert.equal(late.at(-1)?.type, 'done');
  });

  it('continues an answer whose page was left before the first word', async () => {
    const request = requestFor('think', 'think');
    const page = new AbortController();
    const events = transport.send(request, page.signal);
    const first = (await events.next()).value as ChatEvent;
    const next = events.next().catch(() => undefined);
    const stored = new URL(`${request.url.replace('ws:', 'http:')}/get-messages`);
    await until(
      async () => (await fetch(stored)).text(),
      (text) => text.includes('think'),
    );
    page.abort();
    await next;
    const rest = await read(transport.resume(request, pointOf([first]), new AbortController().signal));
    assert.equal(textOf(rest), WHOLE.replace('Hi', 'think'));
  });

  it('stops an answer when the visitor stops it', async () => {
    const controller = new AbortController();
    const request = requestFor('e', 'Hi');
    const received: ChatEvent[] = [];
    const reading = async (): Promise<void> => {
      for await (const event of transport.send(request, controller.signal)) {
        received.push(event);
        if (textOf(received).length >= 10) controller.abort(STOPPED);
      }
    };
    await assert.rejects(reading, STOPPED);
    const rest = await read(transport.resume(request, pointOf(received), new AbortController().signal));
    assert.ok((textOf(received) + textOf(rest)).length < WHOLE.length);
  });

  it('that does not exist leads to an error', async () => {
    const request = { ...requestFor('f', 'Hi'), url: new URL('/nothing', address).href };
    const events = agents.send(request, new AbortController().signal);
    await assert.rejects(read(events), { code: 'blocked' });
  });
});

describe('an agent of cloudflare/agents that asks the visitor', { timeout: 60_000 }, () => {
  let harness: TestHarness;
  let socket: string;
  before(async () => {
    harness = createTestHarness({ root, workers: [{ configPath: './wrangler.jsonc' }] });
    const { url } = await harness.listen();
    socket = new URL('/agents/chat', url).href.replace('http', 'ws');
  });
  after(() => harness.close());

  it('continues after an approval in the same message, and on the next page', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const first = site.open();
    await first.ask('Cancel order 7');
    assert.deepEqual(first.open[0]?.input, { order: 7 });
    const page = site.reload(first);
    assert.ok(page.decide({ state: 'allowed' }));
    await page.rest();
    assert.match(page.text, /^Let me see\.\s+Done: .*"runs":1/);
    assert.equal(page.answer?.status, 'complete');
  });

  it('can still ask after its page was left before the first word', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const first = site.open();
    void first.ask('think');
    const { id } = first.conversation.state.messages[0]!;
    await until(
      async () => (await fetch(`${socket.replace('ws', 'http')}/${id}/get-messages`)).text(),
      (text) => text.includes('think'),
    );
    const next = site.reload(first);
    await next.settled(() => next.text.endsWith(' 20'));
    assert.equal(next.text, WHOLE.replace('Hi', 'think'));
    assert.equal(next.answer?.status, 'complete');
  });

  it('receives a refusal', async () => {
    const page = new AskingSite({ format: 'ui-message', socket }).open();
    await page.ask('Cancel order 8');
    page.decide({ state: 'refused' });
    await page.rest();
    assert.match(page.text, /Done: /);
    assert.doesNotMatch(page.text, /runs/);
  });

  it("receives the result of a page's tool", async () => {
    const inputs: unknown[] = [];
    const tools = [
      { name: 'open_cart', execute: (input: unknown) => (inputs.push(input), { isOpen: true }) },
    ];
    const page = new AskingSite({ format: 'ui-message', socket, tools: () => tools }).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.deepEqual(inputs, [{ order: 7 }]);
    assert.match(page.text, /isOpen/);
  });

  it('is answered in one of two tabs, and the tool runs once', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const [one, two] = [site.open(), site.open()];
    await one.ask('Cancel order 7');
    two.conversation.refresh();
    assert.deepEqual([one.decide({ state: 'allowed' }), two.decide({ state: 'allowed' })], [true, false]);
    await one.rest();
    await two.settled(() => two.text === one.text);
    assert.equal(two.open.length, 0);
    assertDone(one, /"runs":1/);
  });

  it('continues once when two tabs are both reloaded while it continues', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const [one, two] = [site.open(), site.open()];
    await one.ask('Cancel order 7');
    one.decide({ state: 'allowed' });
    await until(
      () => one.text,
      (text) => text.includes('Done'),
    );
    const [first, second] = [site.reload(one), site.reload(two)];
    await first.settled(() => first.text.endsWith('End.'));
    await second.settled(() => second.text === first.text);
    assertDone(first, /"runs":1/);
  });

  it('continues after an approval whose page was left before the first word of the outcome', async () => {
    const { site, page } = await approveUnheard();
    const next = site.reload(page);
    await next.settled(() => next.text.endsWith('End.'));
    assertDone(next, /"runs":1/);
    assert.deepEqual(next.toolStates, ['done']);
  });

  it('has finished when a page whose approval was sent is left and opened again after the end', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const first = site.open();
    await first.ask('Cancel order 7');
    first.decide({ state: 'allowed' });
    await untilStored(first, '"approved":true');
    first.leave();
    await untilStored(first, 'End.');
    const next = site.open();
    await next.settled(() => next.text.endsWith('End.'));
    assertDone(next, /"runs":1/);
    assert.deepEqual(next.toolStates, ['done']);
  });

  it('is answered by a page that opens after it has asked', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const first = site.open();
    void first.ask('Cancel order 7');
    await until(
      () => first.text,
      (text) => text !== '',
    );
    first.leave();
    await untilStored(first, 'approval-requested');
    const next = site.open();
    await next.settled(() => next.open.length > 0);
    assert.deepEqual(next.open[0]?.input, { order: 7 });
    next.decide({ state: 'allowed' });
    await next.settled(() => next.text.endsWith('End.'));
    assertDone(next, /"runs":1/);
  });

  it('tells its model when one of its own tools fails', async () => {
    const page = new AskingSite({ format: 'ui-message', socket }).open();
    await page.ask('Cancel order 7, which fails');
    page.decide({ state: 'allowed' });
    await page.rest();
    assertDone(page, /no luck in run 1/);
    assert.deepEqual(page.toolStates, ['failed']);
  });

  it('that fails because of its model runs no tool again', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const page = site.open();
    await page.ask('Cancel order 7, which breaks');
    page.decide({ state: 'allowed' });
    await page.rest();
    assert.equal(page.answer?.status, 'failed');
    const next = site.reload(page);
    await next.rest();
    assert.equal(next.open.length, 0);
    assert.equal((await storedOf(next)).match(/"runs":/g)?.length, 1);
  });

  it("receives the error of a page's tool that failed", async () => {
    const execute = (): never => {
      throw new Error('The cart is empty');
    };
    const tools = [{ name: 'open_cart', execute }];
    const page = new AskingSite({ format: 'ui-message', socket, tools: () => tools }).open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await page.rest();
    assertDone(page, /The cart is empty/);
    assert.deepEqual(page.toolStates, ['failed']);
  });

  it("receives nothing from a page's tool that Stop has aborted", async () => {
    let signal: AbortSignal | undefined;
    const execute: PageTool['execute'] = (_input, options) => {
      ({ signal } = options);
      return new Promise(() => undefined);
    };
    const tools = [{ name: 'open_cart', execute }];
    const site = new AskingSite({ format: 'ui-message', socket, tools: () => tools });
    const page = site.open();
    await page.ask('Open the cart');
    page.decide({ state: 'allowed' });
    await until(
      () => signal,
      (running) => running !== undefined,
    );
    page.conversation.stop();
    await page.rest();
    assert.ok(signal?.aborted);
    assert.equal(page.answer?.status, 'stopped');
    const next = site.reload(page);
    await next.rest();
    assert.equal(next.open.length, 0);
    assert.doesNotMatch(await storedOf(next), /output/);
  });

  it('receives no approval that the visitor stops at once', async () => {
    const page = new AskingSite({ format: 'ui-message', socket }).open();
    await page.ask('Cancel order 7');
    const end = page.conversation.subscribe(() => {
      if (isAnswering(page.conversation.state)) page.conversation.stop();
    });
    page.decide({ state: 'allowed' });
    await page.settled(() => page.answer?.status === 'stopped');
    end();
    assert.equal(page.open.length, 0);
    assert.doesNotMatch(await storedOf(page), /"approved":true|runs/);
  });

  it('stops a continued answer when the visitor stops it', async () => {
    const site = new AskingSite({ format: 'ui-message', socket });
    const page = site.open();
    await page.ask('Cancel order 7');
    page.decide({ state: 'allowed' });
    await until(
      () => page.text,
      (text) => text.includes('Done'),
    );
    page.conversation.stop();
    await page.rest();
    assert.equal(page.answer?.status, 'stopped');
    const next = site.reload(page);
    await next.rest();
    assert.doesNotMatch(next.text, /End\.$/);
    assert.equal(next.open.length, 0);
  });

  /** The agent's own record of a page's conversation. */
  async function storedOf({ conversation }: AskingPage): Promise<string> {
    const { id } = conversation.state.messages[0]!;
    return (await fetch(`${socket.replace('ws', 'http')}/${id}/get-messages`)).text();
  }

  async function untilStored(page: AskingPage, words: string): Promise<void> {
    await until(
      () => storedOf(page),
      (text) => text.includes(words),
    );
  }

  /** Approves a tool. The agent has stored the approval, and the page has not heard a word of the outcome: tries again until that is so. */
  async function approveUnheard(): Promise<{ readonly site: AskingSite; readonly page: AskingPage }> {
    for (;;) {
      const site = new AskingSite({ format: 'ui-message', socket });
      const page = site.open();
      await page.ask('Cancel order 7');
      page.decide({ state: 'allowed' });
      await untilStored(page, '"approved":true');
      if (!page.text.includes('Done')) return { site, page };
    }
  }

  /** Checks that a continued answer has ended with each word once. */
  function assertDone({ text, answer }: AskingPage, outcome: RegExp): void {
    assert.match(text, /^Let me see\.\s+Done: [^]* End\.$/);
    assert.match(text, outcome);
    assert.equal(text.match(/Done:/g)?.length, 1);
    assert.equal(answer?.status, 'complete');
  }
});

function textOf(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'token' ? event.token : '')).join('');
}

function pointOf(events: readonly ChatEvent[]): ResumePoint {
  const points = events.map((event) => ('resumePoint' in event ? event.resumePoint : undefined));
  const point = points.findLast((last) => last !== undefined);
  assert.ok(point);
  return point;
}
