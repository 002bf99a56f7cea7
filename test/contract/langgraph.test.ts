import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { installFixture } from '../support/install-fixture.ts';
import { readResponse, type Outcome } from '../support/streams.ts';

installFixture('langgraph');
const { server } = await import('../fixtures/langgraph/servers.ts');

function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return Promise.resolve(server.request(path, { method: 'POST', headers, body: JSON.stringify(body) }));
}

/** The answer of a run on a thread of its own. */
async function ask(graph: string, ...modes: readonly string[]): Promise<Outcome> {
  const thread: unknown = await (await post('/threads', {})).json();
  const { thread_id: id } = thread as { readonly thread_id: string };
  const input = { messages: [{ role: 'user', content: 'Are boots shipped for free?' }] };
  const body = { assistant_id: graph, input, stream_mode: modes };
  return readResponse(await post(`/threads/${id}/runs/stream`, body));
}

describe("LangGraph's own server", { timeout: 60_000 }, () => {
  for (const modes of [
    ['messages-tuple'],
    ['messages'],
    ['values'],
    ['updates'],
    ['events'],
    ['messages-tuple', 'values', 'updates'],
  ])
    it(`answers with the stream modes ${modes.join(', ')}, without an end mark`, async () => {
      const { text, done, errorCodes } = await ask('answering', ...modes);
      assert.deepEqual([text, done?.type, errorCodes], ['Boots ship free.', 'done', []]);
    });

  for (const mode of ['values', 'updates'])
    it(`asks the visitor with the stream mode ${mode}, and the answer ends well`, async () => {
      const { tools, text, done } = await ask('asking', mode);
      const asked = tools.map(({ title, state }) => [title, state]);
      assert.deepEqual([asked, text, done?.type], [[['Cancel the order?', 'waiting']], '', 'done']);
    });

  it('fails without showing the reason in the answer', async () => {
    const { text, done, errorCodes } = await ask('failing', 'messages-tuple');
    assert.deepEqual([text, done, errorCodes], ['', undefined, ['model-failed']]);
  });
});
