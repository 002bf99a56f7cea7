import { askBriefly } from '../turn/ask-briefly.ts';
import type { Model, Question } from '../model-port.ts';
import { readFollowUps } from './read-follow-ups.ts';

/** How long the questions may delay the end of the answer. */
const PATIENCE_MS = 3_000;
const MAX_TOKENS = 160;
/** How many characters from the end of the answer the model is sent. */
const ANSWER_CHARACTERS = 2_000;

const ROLE = 'You suggest what a visitor of a website may ask its assistant next.';
const TASK = `Suggest three short questions that I, the visitor, may want to ask next, and that the same website can answer. Write them as I would, in the language of my question, at most 12 words each. Answer with a JSON array of three strings and nothing else.`;

/**
 * Asks a model for questions that may follow an answer. Throws when it fails, when it takes too long, and when the
 * request is aborted.
 */
export async function askForFollowUps(
  model: Model,
  request: Question,
  answer: string,
): Promise<readonly string[]> {
  const { queryId, signal, messages } = request;
  const text = await askBriefly(model, {
    queryId,
    signal,
    milliseconds: PATIENCE_MS,
    system: ROLE,
    maxTokens: MAX_TOKENS,
    messages: [
      { role: 'user', content: messages.at(-1)?.content ?? '' },
      { role: 'assistant', content: answer.slice(-ANSWER_CHARACTERS) },
      { role: 'user', content: TASK },
    ],
  });
  return readFollowUps(text);
}
