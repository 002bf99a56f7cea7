import type { ErrorEvent } from '../protocol/chat-event.ts';
import { ChatError } from '../protocol/chat-error.ts';
import { loadRare } from '../protocol/dialects/rare.ts';
import { AnswerText } from '../transport/answer-text.ts';
import { isMedia } from '../transport/body-reader.ts';
import { chooseFraming } from '../transport/choose-framing.ts';
import { TextFraming } from '../transport/text-framing.ts';
import { TurnEvents } from '../transport/turn-events.ts';

/** What the chat reads from an answer. */
export interface AnswerReading {
  readonly text: string;
  /** Whether the answer marked its own end. */
  readonly isComplete: boolean;
  /** Whether at least one piece of the answer has a format that the chat knows. */
  readonly isKnown: boolean;
  readonly error: ErrorEvent | undefined;
}

const EMPTY_READING: AnswerReading = { text: '', isComplete: false, isKnown: false, error: undefined };

/**
 * Reads a complete body as the transport of the chat reads one that arrives in pieces; `html` if it is a page. With `isCut`,
 * the end of the body does not count as the end of the answer, because the connection broke or was too slow.
 */
export async function readAnswer(
  body: string,
  contentType: string,
  isCut = false,
): Promise<AnswerReading | 'html'> {
  if (isMedia(contentType)) return EMPTY_READING;
  await loadRare();
  const framing = chooseFraming(body, contentType) ?? new TextFraming();
  if (framing === 'html') return framing;
  const turn = new TurnEvents();
  const events = turn.accept(readFrames(body, framing), new AnswerText());
  const all = [...events, ...(turn.isOver || isCut ? [] : turn.end())];
  return {
    text: all.map((event) => (event.type === 'token' ? event.token : '')).join(''),
    isComplete: turn.isOver,
    isKnown: all.length > 0,
    error: all.find((event) => event.type === 'error'),
  };
}

function readFrames(
  body: string,
  framing: Pick<TextFraming, 'push' | 'end'>,
): ReturnType<TextFraming['push']> {
  try {
    return [...framing.push(body), ...framing.end()];
  } catch (error) {
    // JSON that contains no answer.
    if (error instanceof ChatError) return [];
    throw error;
  }
}
