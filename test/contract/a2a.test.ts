import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatHeaders, formatRequest } from '../../widget/protocol/format-request.ts';

import type { AgentExecutor, Part } from '../fixtures/dialects/servers.ts';
import { AGENT_CARD } from '../support/agent-card.ts';
import { installFixture } from '../support/install-fixture.ts';
import { readAnswer, SHIPPING_ANSWER, SHIPPING_SOURCE } from '../support/shipping-answer.ts';
import { responseOf } from '../support/streams.ts';

installFixture('dialects');
const a2a = await import('../fixtures/dialects/servers.ts');

function toPart(content: NonNullable<Part['content']>, others: Partial<Part> = {}): Part {
  return { content, metadata: undefined, filename: '', mediaType: '', ...others };
}

const text = (value: string): Part => toPart({ $case: 'text', value });
/** A part by which agents of Google's Agent Development Kit report a tool. */
const tool = (value: object, type: string): Part =>
  toPart({ $case: 'data', value: { id: 'c', name: 'search', ...value } }, { metadata: { adk_type: type } });

/** Thinks, searches, answers in two pieces, names a source, and ends. */
const executor: AgentExecutor = {
  cancelTask: () => Promise.resolve(),
  execute({ taskId, contextId, userMessage }, bus) {
    const update = { taskId, contextId, metadata: undefined };
    const say = (parts: Part[], state = a2a.TaskState.TASK_STATE_WORKING) => {
      const message = {
        messageId: 'x',
        role: a2a.Role.ROLE_AGENT,
        parts,
        taskId,
        contextId,
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      };
      bus.publish(
        a2a.AgentEvent.statusUpdate({ ...update, status: { state, message, timestamp: undefined } }),
      );
    };
    const add = (artifactId: string, part: Part, append: boolean) => {
      const artifact = {
        artifactId,
        name: 'SECRET',
        description: '',
        parts: [part],
        metadata: undefined,
        extensions: [],
      };
      bus.publish(a2a.AgentEvent.artifactUpdate({ ...update, artifact, append, lastChunk: append }));
    };
    const status = { state: a2a.TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: undefined };
    const task = {
      id: taskId,
      contextId,
      status,
      artifacts: [],
      history: [userMessage],
      metadata: undefined,
    };
    bus.publish(a2a.AgentEvent.task(task));
    say([text('Boots, then.')]);
    say([tool({ args: { q: 'SECRET' } }, 'function_call')]);
    say([tool({ response: 'SECRET' }, 'function_response')]);
    add('a', text('Boots ship '), false);
    add('a', text('free [1].'), true);
    const { url, title } = SHIPPING_SOURCE;
    add('b', toPart({ $case: 'url', value: url }, { filename: title, mediaType: 'text/html' }), false);
    say([], a2a.TaskState.TASK_STATE_COMPLETED);
    bus.finished();
    return Promise.resolve();
  },
};

describe('an agent of @a2a-js/sdk', { timeout: 60_000 }, () => {
  it("accepts the chat's request, and the chat reads the agent's answer", async () => {
    const handler = new a2a.DefaultRequestHandler(AGENT_CARD, new a2a.InMemoryTaskStore(), executor);
    const transport = new a2a.JsonRpcTransportHandler(handler);
    const question = [{ role: 'user', content: 'Are boots shipped for free?' }] as const;
    const body = formatRequest('a2a', question, {}, { sessionId: 'conversation-1' });
    const requestedVersion = formatHeaders('a2a', {})['A2A-Version'] ?? '';
    const answers = await transport.handle(body, new a2a.ServerCallContext({ requestedVersion }));
    assert.ok(Symbol.asyncIterator in answers, JSON.stringify(answers));
    const events: string[] = [];
    for await (const answer of answers) events.push(a2a.formatSSEEvent(answer));
    const response = responseOf(events, a2a.SSE_HEADERS['Content-Type']);
    assert.deepEqual(await readAnswer(response), SHIPPING_ANSWER);
  });
});
