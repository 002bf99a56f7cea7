import { createParser } from 'eventsource-parser';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import { readError } from '../../widget/protocol/dialects/error.ts';
import { toFrame, type FrameEvent } from '../../widget/protocol/dialects/frame.ts';
import { readOpenAiWords } from '../../widget/protocol/dialects/openai-chat.ts';
import { readWorkersAi } from '../../widget/protocol/dialects/workers-ai.ts';
import { readObject } from '../../widget/protocol/json.ts';

/** Most bytes of an answer that is one JSON. It is held in memory as a whole, and an isolate has 128 MB for all its visitors. */
const MAX_WHOLE_BYTES = 2_097_152;
/**
 * Most bytes of a stream without text or thinking in them. `Answer` limits the text itself; the frames around it may be of any
 * size.
 */
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
 * Reads a response's body, one array of events per read. It is written by hand: `for await` over the body with a generator around
 * it takes a fifth more CPU for a stream of single tokens.
 */
export function readerOf({ body, headers }: Response): UpstreamReader {
  const type = headers.get('Content-Type') ?? '';
  if (type.includes('text/html'))
    throw new ChatError('model-failed', 'the model server answered with a web page', {
      cause: 'HTML with status 200: MODEL_BASE_URL is not the address of an OpenAI-compatible interface',
    });
  const reader = body?.getReader();
  // The server may answer with one JSON, though a stream was asked for.
  const isWhole = type.includes('json');
  let whole = '';
  let said: FrameEvent[] = [];
  let isOver = reader === undefined;
  let bytes = 0;
  let isComplete = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      const events = readFrame(data);
      // In a frame with half a JSON object, wherever in the stream, text is lost: the answer ends with an error, also where
      // later frames are whole. After the end of the answer no text can be lost, and half a frame is ignored.
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

/**
 * Throws `model-failed` for a lost connection, which workerd reports as a plain TypeError or Error. The reason of an abort is
 * thrown as it is.
 */
function throwCut(error: unknown): never {
  if (error instanceof ChatError || error instanceof DOMException) throw error;
  throw new ChatError('model-failed', 'the stream of the model broke off', { cause: error });
}

const HALF_FRAME: readonly FrameEvent[] = [
  { type: 'error', code: 'model-failed', message: 'the model sent half a frame' },
];

/**
 * The events of one frame, in either format. Each frame is read for itself: a stream may begin in one format and end in the other.
 */
function readFrame(data: string): readonly FrameEvent[] {
  if (data === '[DONE]') return [{ type: 'end' }];
  const frame = toFrame(data);
  if (frame.json === undefined && data.startsWith('{')) return HALF_FRAME;
  const { result } = readObject(frame.json);
  if (result) return readFrame(JSON.stringify(result));
  return readError(frame) ?? readOpenAiWords(frame) ?? readWorkersAi(frame) ?? [];
}
