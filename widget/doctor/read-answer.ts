import type { ErrorEvent } from '../protocol/chat-event.ts';
import { ChatError } from '../protocol/chat-error.ts';
import { loadRare } from '../protocol/dialects/rare.ts';
import { AnswerText } from '../transport/answer-text.ts';
import { isMedia } from '../transport/body-reader.ts';
import { chooseFraming } from '../transport/choose-framing.ts';
import { TextFraming } from '../transport/text-framing.ts';
import { TurnEvents } from '../transport/turn-events.ts';

/** An answer as the chat reads it. */
export interface AnswerReading {
  readonly text: string;
  /** The answer said that it is complete. */
  readonly isComplete: boolean;
  /** The chat knows the format of at least one piece of it. */
  readonly isKnown: boolean;
  readonly error: ErrorEvent | undefined;
}

const NOTHING: AnswerReading = { text: '', isComplete: false, isKnown: false, error: undefined };

/**
 * Reads a body as the transport of the chat reads one that arrives in pieces; `html` where it is a page. A clean end of the body is
 * the end of the answer; `isCut`: it had none, or none in time.
 */
export async function readAnswer(
  body: string,
  contentType: string,
  isCut = false,
): Promise<AnswerReading | 'html'> {
  if (isMedia(contentType)) return NOTHING;
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
    // JSON without an answer.
    if (error instanceof ChatError) return [];
    throw error;
  }
}
