import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { installFixture } from '../support/install-fixture.ts';
import { readAnswer, SHIPPING_ANSWER, SHIPPING_SOURCE } from '../support/shipping-answer.ts';
import { responseOf } from '../support/streams.ts';

installFixture('dialects');
const { createUIMessageStream, createUIMessageStreamResponse, EventEncoder, EventType } =
  await import('../fixtures/dialects/servers.ts');

describe("streams written by the vendors' own packages", { timeout: 60_000 }, () => {
  it('AG-UI: a run that ends with a question to the visitor', async () => {
    const encoder = new EventEncoder();
    const run = { threadId: 't', runId: 'r' };
    const body = [
      encoder.encodeSSE({ type: EventType.RUN_STARTED, ...run }),
      encoder.encodeSSE({ type: EventType.TOOL_CALL_START, toolCallId: 'c', toolCallName: 'cancel_order' }),
      encoder.encodeSSE({ type: EventType.TOOL_CALL_END, toolCallId: 'c' }),
      encoder.encodeSSE({
        type: EventType.RUN_FINISHED,
        ...run,
        outcome: {
          type: 'interrupt',
          interrupts: [
            { id: 'i', reason: 'approval', message: 'Cancel the order?', toolCallId: 'c' },
            { id: 'j', reason: 'question', message: 'Which one?' },
          ],
        },
      }),
    ];
    const { tools, isDone } = await readAnswer(responseOf(body, encoder.getContentType()));
    assert.deepEqual([tools, isDone], [['cancel_order waiting', 'question waiting'], true]);
  });

  it('AI SDK 7: an approval, a tool of the page, and a refused tool', async () => {
    const stream = createUIMessageStream({
      execute: ({ writer }) => {
        writer.write({ type: 'start' });
        for (const [toolCallId, toolName] of [
          ['a', 'cancel_order'],
          ['b', 'go_to_cart'],
          ['c', 'delete_account'],
          ['d', 'search'],
        ] as const)
          writer.write({ type: 'tool-input-available', toolCallId, toolName, input: {} });
        writer.write({ type: 'tool-approval-request', toolCallId: 'a', approvalId: 'p' });
        writer.write({ type: 'tool-output-denied', toolCallId: 'c' });
        writer.write({ type: 'tool-output-available', toolCallId: 'd', output: 'SECRET' });
        writer.write({ type: 'finish', finishReason: 'tool-calls' });
      },
    });
    const { tools, isDone } = await readAnswer(createUIMessageStreamResponse({ stream }));
    const states = ['cancel_order waiting', 'go_to_cart waiting', 'delete_account denied', 'search done'];
    assert.deepEqual([tools, isDone], [states, true]);
  });

  it('AG-UI: the stream of its encoder', async () => {
    const encoder = new EventEncoder();
    const run = { threadId: 't', runId: 'r' };
    const body = [
      encoder.encodeSSE({ type: EventType.RUN_STARTED, ...run }),
      encoder.encodeSSE({ type: EventType.REASONING_MESSAGE_CONTENT, messageId: 'a', delta: 'Boots, then.' }),
      encoder.encodeSSE({ type: EventType.TOOL_CALL_START, toolCallId: 'c', toolCallName: 'search' }),
      encoder.encodeSSE({ type: EventType.TOOL_CALL_ARGS, toolCallId: 'c', delta: '{"q":"SECRET"}' }),
      encoder.encodeSSE({ type: EventType.TOOL_CALL_END, toolCallId: 'c' }),
      encoder.encodeSSE({
        type: EventType.TOOL_CALL_RESULT,
        messageId: 'b',
        toolCallId: 'c',
        content: 'SECRET',
      }),
      encoder.encodeSSE({ type: EventType.CUSTOM, name: 'sources', value: [SHIPPING_SOURCE] }),
      encoder.encodeSSE({ type: EventType.TEXT_MESSAGE_START, messageId: 'm', role: 'assistant' }),
      encoder.encodeSSE({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'Boots ship ' }),
      encoder.encodeSSE({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: 'm', delta: 'free [1].' }),
      encoder.encodeSSE({ type: EventType.TEXT_MESSAGE_END, messageId: 'm' }),
      encoder.encodeSSE({ type: EventType.RUN_FINISHED, ...run }),
    ];
    assert.deepEqual(await readAnswer(responseOf(body, encoder.getContentType())), SHIPPING_ANSWER);
  });

  it('AI SDK 7: its UI message stream, with a step that is repeated', async () => {
    const stream = createUIMessageStream({
      execute: ({ writer }) => {
        writer.write({ type: 'start-step' });
        writer.write({ type: 'reasoning-start', id: 'r' });
        writer.write({ type: 'reasoning-delta', id: 'r', delta: 'Boots, then.' });
        writer.write({ type: 'reasoning-end', id: 'r' });
        writer.write({ type: 'tool-input-start', toolCallId: 'c', toolName: 'search' });
        writer.write({ type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"q":"SECRET"}' });
        writer.write({
          type: 'tool-input-available',
          toolCallId: 'c',
          toolName: 'search',
          input: { q: 'SECRET' },
        });
        writer.write({ type: 'tool-output-available', toolCallId: 'c', output: 'SECRET' });
        writer.write({ type: 'finish-step' });
        writer.write({ type: 'start-step' });
        writer.write({ type: 'text-start', id: 'd' });
        writer.write({ type: 'text-delta', id: 'd', delta: 'SECRET DRAFT' });
        writer.write({ type: 'reset-step' });
        writer.write({
          type: 'source-url',
          sourceId: 's',
          url: SHIPPING_SOURCE.url,
          title: SHIPPING_SOURCE.title,
        });
        writer.write({ type: 'text-start', id: 't' });
        writer.write({ type: 'text-delta', id: 't', delta: SHIPPING_ANSWER.text });
        writer.write({ type: 'text-end', id: 't' });
        writer.write({ type: 'finish-step' });
        writer.write({ type: 'finish', finishReason: 'stop' });
      },
    });
    assert.deepEqual(await readAnswer(createUIMessageStreamResponse({ stream })), SHIPPING_ANSWER);
  });
});
