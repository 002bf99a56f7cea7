import { createParser } from 'eventsource-parser';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readError } from '../../widget/protocol/dialects/error.ts';
import { toFrame, type FrameEvent } from '../../widget/protocol/dialects/frame.ts';
import { readOpenAiWords } from '../../widget/protocol/dialects/openai-chat.ts';
import { readWorkersAi } from '../../widget/protocol/dialects/workers-ai.ts';
import { readObject } from '../../widget/protocol/json.ts';

/** Of one JSON, which is read whole: an isolate has 128 MB for all its visitors. */
const MAX_WHOLE_BYTES = 2_097_152;
/** Of a stream, without a word of the answer or of thinking: words are counted where they are put together, and frames may be of any size. */
const MAX_SILENT_BYTES = 16_777_216;
const MAX_FRAME_CHARACTERS = 262_144;

/** Reads an answer piece by piece. */
export interface UpstreamReader {
  /** The events of the next piece; null after the end. Throws `model-failed` for a piece that is too large, or cut. */
  read(): Promise<readonly FrameEvent[] | null>;
  /** Stops the upstream. */
  cancel(): void;
}

/**
 * Reads a response's body, one array of events per read. By hand: `for await` over the body and a generator around that
 * cost a fifth more for a stream of single tokens.
 */
export function readerOf({ body, headers }: Response): UpstreamReader {
  const type = headers.get('Content-Type') ?? '';
  if (type.includes('text/html'))
    throw new ChatError('model-failed', 'the model server answered with a web page', {
      cause: 'HTML with status 200: MODEL_BASE_URL is not the address of an OpenAI-compatible interface',
    });
  const reader = body?.getReader();
  // One JSON is the whole answer, though a stream was asked for.
  const isWhole = type.includes('json');
  let whole = '';
  let said: FrameEvent[] = [];
  let isOver = reader === undefined;
  let bytes = 0;
  let isComplete = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      const events = readFrame(data);
      // Of half a frame words are missing, and whatever follows would hide that; after the answer it takes nothing away.
      if (isComplete && events === HALF_FRAME) return;
      for (const event of events) {
        isComplete ||= event.type === 'finish' || event.type === 'end';
        said.push(event);
      }
    },
    onError: ({ type: reason }) => {
      if (reason === 'max-buffer-size-exceeded') throw tooLarge('a frame of 256 KB');
    },
    maxBufferSize: MAX_FRAME_CHARACTERS,
  });
  const decoder = new TextDecoder();
  const read = async (): Promise<readonly FrameEvent[] | null> => {
    if (isOver || reader === undefined) return null;
    const { done, value } = await reader.read().catch(throwCut);
    isOver = done;
    said = [];
    bytes += value?.byteLength ?? 0;
    if (bytes > (isWhole ? MAX_WHOLE_BYTES : MAX_SILENT_BYTES)) throw tooLarge(isWhole ? '2 MB' : '16 MB');
    const text = done ? `${decoder.decode()}\n\n\n` : decoder.decode(value, { stream: true });
    if (isWhole) whole += text;
    else parser.feed(text);
    if (said.some((event) => event.type === 'token' || event.type === 'reasoning')) bytes = 0;
    return done && isWhole ? [...readFrame(whole), { type: 'end' }] : said;
  };
  return { read, cancel: () => void reader?.cancel().catch(() => undefined) };
}

function tooLarge(limit: string): ChatError {
  return new ChatError('model-failed', 'the answer of the model server is too large', {
    cause: `more than ${limit}`,
  });
}

/** The runtime reports a lost connection as a plain TypeError or Error. An abort keeps its reason. */
function throwCut(error: unknown): never {
  if (error instanceof ChatError || error instanceof DOMException) throw error;
  throw new ChatError('model-failed', 'the stream of the model broke off', { cause: error });
}

const HALF_FRAME: readonly FrameEvent[] = [
  { type: 'error', code: 'model-failed', message: 'the model sent half a frame' },
];

/** The events of a frame of either format. Each is read by itself: a stream may begin in one format and end in the other. */
function readFrame(data: string): readonly FrameEvent[] {
  if (data === '[DONE]') return [{ type: 'end' }];
  const frame = toFrame(data);
  if (frame.json === undefined && data.startsWith('{')) return HALF_FRAME;
  const { result } = readObject(frame.json);
  if (result) return readFrame(JSON.stringify(result));
  return readError(frame) ?? readOpenAiWords(frame) ?? readWorkersAi(frame) ?? [];
}
