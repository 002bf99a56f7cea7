import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readResponse, responseOf, type Outcome } from '../support/streams.ts';

/** Of the places where a body may be cut, every so many are tried: `EVERY_BYTE=1 npm test -- worker` tries all. */
const STEP = process.env['EVERY_BYTE'] ? 1 : 23;

interface VendorStream {
  readonly name: string;
  readonly contentType: string;
  /** What must stay hidden says `SECRET`. */
  readonly body: string;
  readonly expected: {
    readonly text: string;
    readonly end: 'complete' | 'truncated' | 'failed';
    readonly finishReason?: string;
    /** How many there are; absent: not looked at. */
    readonly sources?: number;
    readonly suggestions?: number;
    /** Of the first source. */
    readonly url?: string;
    readonly hasReasoning?: true;
  };
  /** The frames do not say that a mark will end them: a body that was cut looks complete. */
  readonly endsWithBody?: true;
  /** The stream proves words wrong that it sent. */
  readonly revised?: true;
}

type Reading = Pick<Outcome, 'text' | 'done' | 'errorCodes' | 'sources' | 'reasoning'>;

/** Bodies as servers write them, by the types that their vendors publish, or by hand. */
const STREAMS = JSON.parse(
  await readFile(join(import.meta.dirname, 'vendor-streams.json'), 'utf8'),
) as readonly VendorStream[];

/** An answer that is none is an error of ours; any other exception is a fault. */
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

describe('streams of vendors and of servers written by hand', { timeout: 600_000 }, () => {
  for (const stream of STREAMS) {
    it(stream.name, async () => {
      const body = new TextEncoder().encode(stream.body);
      assertExpected(await read([body], stream), stream, 'whole');
      const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
      assertExpected(await read(bytes, stream), stream, 'each byte alone');
      // Other places in each run of the same body would hide a place that fails: begin at the stream's own one.
      for (let at = 2 + (stream.name.length % STEP); at < body.length; at += STEP)
        // oxlint-disable-next-line no-await-in-loop -- thousands at once are slower
        assertCut(await read([body.slice(0, at)], stream), stream, at);
    });
  }
});
