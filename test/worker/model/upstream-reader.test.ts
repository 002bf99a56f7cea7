import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readerOf } from '../../../worker/model/upstream-reader.ts';

/** The text of an answer whose body arrives in these pieces. */
async function readText(pieces: Iterable<Uint8Array>, type = 'text/event-stream'): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const reader = readerOf(new Response(body, { headers: { 'Content-Type': type } }));
  let text = '';
  // oxlint-disable-next-line no-await-in-loop -- one read after the other
  for (let frames = await reader.read(); frames; frames = await reader.read())
    for (const frame of frames) if (frame.type === 'token') text += frame.token;
  return text;
}

describe("the reader of a model server's response", () => {
  for (const [type, body] of [
    ['text/event-stream', 'data: {"response":"Grüße 😀"}\n\n'],
    ['application/json', '{"response":"Grüße 😀"}'],
  ] as const) {
    it(`keeps a character whose bytes arrive in two reads of ${type}`, async () => {
      const bytes = new TextEncoder().encode(body);
      for (let at = 1; at < bytes.length; at += 1) {
        // oxlint-disable-next-line no-await-in-loop
        const text = await readText([bytes.slice(0, at), bytes.slice(at)], type);
        assert.equal(text, 'Grüße 😀', `split at byte ${at}`);
      }
    });
  }

  /** The same piece, this many times. */
  function* repeat(count: number, text: string): Generator<Uint8Array> {
    const piece = new TextEncoder().encode(text);
    for (let index = 0; index < count; index += 1) yield piece;
  }

  it('stops after more than 16 MB without text', async () => {
    const comment = `: ${'x'.repeat(65_532)}\n\n`;
    await assert.rejects(readText(repeat(257, comment)), { code: 'model-failed', cause: 'more than 16 MB' });
    assert.equal(await readText(repeat(255, comment)), '');
  });

  it('reads any number of bytes as long as there is text', async () => {
    const padding = 'x'.repeat(200_000);
    const chunk = `data: ${JSON.stringify({ choices: [{ delta: { content: 'word ' } }], padding })}\n\n`;
    assert.equal(await readText(repeat(100, chunk)), 'word '.repeat(100));
  });

  it('reads the text of a chunk, and ignores its sources and tools', async () => {
    const delta = { content: 'Hi', tool_calls: [{ id: 't', function: { name: 'search' } }] };
    const chunk = { citations: ['https://a.example'], choices: [{ delta }], usage: { prompt_tokens: 3 } };
    const body = new Response(`data: ${JSON.stringify(chunk)}\n\n`);
    assert.deepEqual(await readerOf(body).read(), [
      { type: 'token', token: 'Hi' },
      { type: 'usage', usage: { inputTokens: 3 } },
    ]);
  });
});
