import { readAiSearch } from './ai-search.ts';
import { readAnthropic } from './anthropic.ts';
import { readError } from './error.ts';
import type { Dialect, Frame, FrameEvent } from './frame.ts';
import { readGemini } from './gemini.ts';
import { readOllama } from './ollama.ts';
import { readOpenAiChat } from './openai-chat.ts';
import { readOpenAiResponses } from './openai-responses.ts';
import { readPlainText, readTextField } from './plain.ts';
import { readTyped } from './typed.ts';
import { readUiMessageStream } from './ui-message-stream.ts';
import { readWorkersAi } from './workers-ai.ts';

export type { Frame, FrameEvent } from './frame.ts';
export { toFrame } from './frame.ts';

/** Most specific first: a frame goes to the first dialect that knows it. */
const DIALECTS: readonly Dialect[] = [
  readEnd,
  readError,
  readAiSearch,
  readAnthropic,
  readGemini,
  readOpenAiResponses,
  readUiMessageStream,
  readTyped,
  readOpenAiChat,
  readOllama,
  readWorkersAi,
  readTextField,
  readPlainText,
];

/**
 * The events of one frame in any known format. Every frame is read by itself: servers mix formats within one stream.
 * Unknown frames have none.
 *
 * @example
 * readFrame(toFrame('{"choices":[{"delta":{"content":"Hi"}}]}')); // [{ type: 'token', token: 'Hi' }]
 * readFrame(toFrame('{"response":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 * readFrame(toFrame('[DONE]')); // [{ type: 'end' }]
 */
export function readFrame(frame: Frame): readonly FrameEvent[] {
  for (const dialect of DIALECTS) {
    const events = dialect(frame);
    if (events) return events;
  }
  return [];
}

function readEnd({ data }: Frame): readonly FrameEvent[] | undefined {
  return data.trim() === '[DONE]' ? [{ type: 'end' }] : undefined;
}
