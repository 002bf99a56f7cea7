import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readResponse, responseOf, type Outcome } from '../support/streams.ts';

/** A body is cut and split at every n-th byte; `EVERY_BYTE=1 npm test -- worker` does so at every byte. */
const STEP = process.env['EVERY_BYTE'] ? 1 : 23;

interface VendorStream {
  readonly name: string;
  readonly contentType: string;
  /** Text that must stay hidden contains `SECRET`. */
  readonly body: string;
  readonly expected: {
    readonly text: string;
    readonly end: 'complete' | 'truncated' | 'failed';
    readonly finishReason?: string;
    /** The number of sources; not checked where absent. */
    readonly sources?: number;
    readonly suggestions?: number;
    /** The title and the address of the first source. */
    readonly url?: string;
    readonly hasReasoning?: true;
  };
  /** Whether the frames have no end mark, so that a cut body looks complete. */
  readonly endsWithBody?: true;
  /** Whether the stream corrects words that it has sent before. */
  readonly revised?: true;
}

type Reading = Pick<Outcome, 'text' | 'done' | 'errorCodes' | 'sources' | 'reasoning'>;

/** Bodies in vendors' formats, written by hand or with the types that vendors publish. */
const STREAMS = JSON.parse(
  await readFile(join(import.meta.dirname, 'vendor-streams.json'), 'utf8'),
) as readonly VendorStream[];

/** A body that is no answer must give an error of ours; any other exception is a fault. */
async function read(chunks: readonly Uint8Array[], { contentType }: VendorStream): Promise<Reading> {
  try {
    return await readResponse(responseOf(chunks, contentType));
  } catch (error) {
    if (!(error instanceof ChatError)) throw error;
    return { text: '', done: undefined, errorCodes: [error.code], sources: [], reasoning: '' };
  }
}

function endOf({ done, errorCodes }: Reading): string {
  if (done) return 'complete';
  return errorCodes.length > 0 ? 'failed' : 'truncated';
}

function assertExpected(reading: Reading, { expected }: VendorStream, how: string): void {
  const { text, end, finishReason, sources, suggestions, url, hasReasoning } = expected;
  const { done } = reading;
  assert.deepEqual([reading.text, endOf(reading)], [text, end], how);
  if (finishReason) assert.equal(done?.finishReason, finishReason, how);
  if (sources !== undefined) assert.equal(reading.sources.length, sources, how);
  if (suggestions !== undefined) assert.equal(done?.suggestions?.length, suggestions, how);
  if (url) assert.equal(reading.sources[0]?.url, url, how);
  if (hasReasoning) assert.notEqual(reading.reasoning, '', how);
}

function assertCut(reading: Reading, { expected, endsWithBody, revised }: VendorStream, at: number): void {
  assert.ok(!reading.text.includes('SECRET'), `cut at byte ${at}: ${reading.text}`);
  if (revised) return;
  assert.ok(expected.text.startsWith(reading.text), `cut at byte ${at}: ${reading.text}`);
  const isEarly = reading.done !== undefined && reading.text !== expected.text;
  assert.ok(!isEarly || endsWithBody, `complete when cut at byte ${at}: ${reading.text}`);
}

describe('streams of vendors and of hand-written servers', { timeout: 600_000 }, () => {
  for (const stream of STREAMS) {
    it(stream.name, async () => {
      const body = new TextEncoder().encode(stream.body);
      assertExpected(await read([body], stream), stream, 'whole');
      const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
      assertExpected(await read(bytes, stream), stream, 'each byte alone');
      // Starts at a number derived from the stream's name, so that each run tests the same bytes and a failure
      // can be repeated.
      for (let at = 2 + (stream.name.length % STEP); at < body.length; at += STEP)
        // oxlint-disable-next-line no-await-in-loop -- thousands at once are slower
        assertCut(await read([body.slice(0, at)], stream), stream, at);
    });
  }
});
