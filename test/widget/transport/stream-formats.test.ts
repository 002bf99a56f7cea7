import { expect } from 'chai';
import type { Source } from '../../../widget/protocol/chat-message.ts';
import {
  loadStream,
  readResponse,
  responseOf,
  splitAtLineEnds,
  splitEverywhere,
  type Outcome,
} from '../../support/streams.ts';

interface StreamFormat {
  readonly name: string;
  readonly contentType?: string;
  readonly reasoning?: string;
  readonly sources?: readonly Source[];
  readonly usage?: false;
  readonly finishReason?: string;
  readonly quotaRemaining?: number;
  /** Whether only the end of the body tells that the answer has ended. */
  readonly isOpenEnded?: true;
}

/** The answer that every fixture contains, in the words of its format. */
const TEXT = 'Grüße 😀, 1+1=20.';
const THOUGHT = 'A greeting, then a sum.';
const NDJSON = 'application/x-ndjson';
const ABOUT: Source = { id: '1', title: 'About', url: 'https://docs.example/about', snippet: '' };
const CHUNKS: readonly Source[] = [
  { id: 'chunk-001', title: 'About', url: '', snippet: 'Greetings.' },
  { id: 'chunk-003', title: 'https://docs.example/sums', url: 'https://docs.example/sums', snippet: 'Sums.' },
];

const FORMATS: readonly StreamFormat[] = [
  {
    name: 'ours.txt',
    finishReason: 'stop',
    sources: [{ ...ABOUT, snippet: 'Greetings.' }],
    quotaRemaining: 3,
  },
  { name: 'workers-ai.txt' },
  { name: 'workers-ai-finish-reason.txt', finishReason: 'stop' },
  { name: 'openai-chat.txt', finishReason: 'stop', reasoning: THOUGHT },
  { name: 'openai-chat-usage-on-every-frame.txt', finishReason: 'stop' },
  { name: 'openai-chat-message.txt', finishReason: 'stop' },
  { name: 'openai-chat-citations.txt', finishReason: 'stop', sources: [ABOUT] },
  { name: 'mixed.txt', finishReason: 'stop' },
  { name: 'tutorial-typed.txt', sources: [ABOUT], quotaRemaining: 3, isOpenEnded: true },
  { name: 'tutorial-named-events.txt', sources: [ABOUT], quotaRemaining: 3, isOpenEnded: true },
  { name: 'tutorial-single-line-feeds.txt', isOpenEnded: true },
  { name: 'ai-search.txt', finishReason: 'stop', sources: CHUNKS },
  { name: 'ai-search-older.txt', finishReason: 'stop', sources: CHUNKS },
  { name: 'ollama-chat.ndjson', contentType: NDJSON, finishReason: 'stop' },
  { name: 'ollama-generate.ndjson', contentType: NDJSON, finishReason: 'stop' },
  { name: 'ui-message-stream.txt', finishReason: 'stop', reasoning: THOUGHT, sources: [ABOUT] },
  { name: 'openai-responses.txt', finishReason: 'stop', reasoning: THOUGHT, sources: [ABOUT] },
  {
    name: 'anthropic.txt',
    finishReason: 'stop',
    reasoning: THOUGHT,
    sources: [{ ...ABOUT, snippet: 'Greetings.' }],
  },
  { name: 'gemini.txt', finishReason: 'stop', reasoning: THOUGHT },
  { name: 'n8n.ndjson', contentType: NDJSON, finishReason: 'other', usage: false },
  { name: 'plain-text.txt', contentType: 'text/plain; charset=utf-8', usage: false, isOpenEnded: true },
  { name: 'plain-text-events.txt', usage: false, isOpenEnded: true },
];

/**
 * Formats share code for framing. Each stream is split at every third byte; neighbours in the list take
 * different bytes.
 */
const STRIDE = 3;
/** The end of a stream, where a cut might look like a complete answer, is cut at every byte. */
const END_BYTES = 250;

function readBytes(
  bytes: Uint8Array,
  { contentType = 'text/event-stream' }: Partial<StreamFormat>,
): Promise<Outcome> {
  return readResponse(responseOf([bytes], contentType));
}

function isEvents({ contentType }: StreamFormat): boolean {
  return contentType === undefined;
}

for (const [index, format] of FORMATS.entries()) {
  describe(`the stream ${format.name}`, () => {
    let bytes: Uint8Array;
    let whole: Outcome;

    before(async () => {
      bytes = await loadStream(format.name);
      whole = await readBytes(bytes, format);
    });

    it('yields the same answer as every other format', () => {
      const { text, reasoning, sources, errorCodes } = whole;
      expect({ text, reasoning, sources, errorCodes }).to.deep.equal({
        text: TEXT,
        reasoning: format.reasoning ?? '',
        sources: format.sources ?? [],
        errorCodes: [],
      });
    });

    it('ends in one done event with the values that the backend sent', () => {
      const { finishReason, usage, quotaRemaining } = whole.done ?? {};
      expect(whole.done).to.be.an('object');
      expect({ finishReason, usage, quotaRemaining }).to.deep.equal({
        finishReason: format.finishReason,
        usage: format.usage === false ? undefined : { inputTokens: 12, outputTokens: 5 },
        quotaRemaining: format.quotaRemaining,
      });
    });

    it('yields the same wherever the bytes are split', async () => {
      for (const chunks of splitEverywhere(bytes, { first: 1 + (index % STRIDE), stride: STRIDE })) {
        const outcome = await readResponse(responseOf(chunks, format.contentType ?? 'text/event-stream'));
        expect(outcome, `split at ${chunks[0]?.length}`).to.deep.equal(whole);
      }
    });

    it('is recognised without a content type', async () => {
      expect(await readBytes(bytes, { contentType: 'application/octet-stream' })).to.deep.equal(whole);
    });

    it('never shows syntax, and never reports a complete answer when it is cut at any byte', async () => {
      const stepAt = (length: number): number => (length < bytes.length - END_BYTES ? STRIDE : 1);
      for (let length = 1; length < bytes.length; length += stepAt(length)) {
        const { text, done } = await readBytes(bytes.slice(0, length), format);
        expect(TEXT.startsWith(text), `${text} at ${length}`).to.equal(true);
        if (done && !format.isOpenEnded) expect(text, `done at ${length}`).to.equal(TEXT);
      }
    });

    if (isEvents(format)) {
      for (const [name, lineEnd] of [
        ['CRLF', '\r\n'],
        ['CR', '\r'],
      ] as const) {
        it(`accepts ${name} as line ends, wherever they are split`, async () => {
          const text = new TextDecoder().decode(bytes).replaceAll('\n', lineEnd);
          const encoded = new TextEncoder().encode(text);
          for (const chunks of splitAtLineEnds(encoded)) {
            expect(await readResponse(responseOf(chunks, 'text/event-stream'))).to.deep.equal(whole);
          }
        });
      }

      it('needs no space after the colon, and no blank line at the end', async () => {
        const text = new TextDecoder()
          .decode(bytes)
          .replaceAll(/^(data|event): (?! )/gm, '$1:')
          .trimEnd();
        expect(await readBytes(new TextEncoder().encode(text), format)).to.deep.equal(whole);
      });

      it('is also read with the content types text/plain and application/json', async () => {
        expect(await readBytes(bytes, { contentType: 'text/plain' })).to.deep.equal(whole);
        expect(await readBytes(bytes, { contentType: 'application/json' })).to.deep.equal(whole);
      });
    }
  });
}
