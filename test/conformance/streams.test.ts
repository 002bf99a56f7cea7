import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { setRare } from '../../widget/protocol/dialects/rare.ts';
import { readResponse, responseOf, type Outcome } from '../support/streams.ts';
import { readStreams, type ConformanceStream, type Result } from './read-streams.ts';

/** A body is cut and split at every n-th byte; `EVERY_BYTE=1 npm test -- worker` does so at every byte. */
const STEP = process.env['EVERY_BYTE'] ? 1 : 23;

const STREAMS = await readStreams();

function toResult({ text, reasoning, tools, sources, done, errorCodes }: Outcome): Result {
  const [error] = errorCodes;
  return {
    text,
    reasoning,
    tools: tools.map(({ name, state }) => ({ name, state })),
    sources: sources.map(({ title, url }) => ({ title, url })),
    end: done ? 'complete' : error ? 'failed' : 'truncated',
    ...(error && { error }),
  };
}

/** A body that is no answer must give an error of ours; any other exception is a fault. */
async function read(chunks: readonly Uint8Array[], { contentType }: ConformanceStream): Promise<Result> {
  // As on a page that has read no other stream before.
  setRare(undefined);
  try {
    return toResult(await readResponse(responseOf(chunks, contentType)));
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    return { text: '', reasoning: '', tools: [], sources: [], end: 'failed', error: error.code };
  }
}

/**
 * Starts at a number derived from the stream's name, so that each run tests the same bytes and a failure can
 * be repeated.
 */
function placesIn({ name, body }: ConformanceStream): readonly number[] {
  // A body cut to one character is read as text, whatever its format.
  const first = 2 + (name.length % STEP);
  return Array.from({ length: Math.ceil((body.length - first) / STEP) }, (_, index) => first + index * STEP);
}

/** What is wrong with the reading of a cut body; undefined when nothing is. */
function findFault(result: Result, { expected, hidden = [], revised, endsWithBody }: ConformanceStream) {
  const leak = hidden.find((word) => result.text.includes(word));
  if (leak && !revised) return `shows ${leak}`;
  if (!revised && !expected.text.startsWith(result.text)) return `shows ${result.text}`;
  const isWhole = result.text === expected.text && expected.end === 'complete';
  return result.end === 'complete' && !isWhole && !endsWithBody
    ? `is complete with ${result.text}`
    : undefined;
}

describe('the streams of the conformance kit', { timeout: 600_000 }, () => {
  it('number at least sixty', () => {
    assert.ok(STREAMS.length >= 60, `${STREAMS.length} streams`);
  });

  for (const stream of STREAMS) {
    it(`${stream.name}: ${stream.title}`, async () => {
      const { body, expected } = stream;
      assert.deepEqual(await read([body], stream), expected);
      const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
      assert.deepEqual(await read(bytes, stream), expected, 'each byte alone');
      for (const at of placesIn(stream)) {
        const [head, rest] = [body.slice(0, at), body.slice(at)];
        // oxlint-disable-next-line no-await-in-loop -- thousands at once are slower
        assert.deepEqual(await read([head, rest], stream), expected, `split at byte ${at}`);
        // oxlint-disable-next-line no-await-in-loop
        assert.equal(findFault(await read([head], stream), stream), undefined, `cut at byte ${at}`);
      }
    });
  }
});
