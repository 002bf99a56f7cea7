import type { Model, ModelRequest } from '../ports.ts';
import { Answer } from '../turn/answer.ts';
import { readFollowUps } from './read-follow-ups.ts';

/** Time by which the questions may delay the end of the answer. */
const PATIENCE_MS = 3_000;
const MAX_TOKENS = 160;
/** Characters of the answer that the model gets to read again. */
const ANSWER_CHARACTERS = 2_000;

const ROLE = 'You suggest what a visitor of a website may ask its assistant next.';
const TASK = `Suggest three short questions that I, the visitor, may want to ask next, and that the same website can answer. Write them as I would, in the language of my question, at most 12 words each. Answer with a JSON array of three strings and nothing else.`;

/**
 * Asks a model for questions that may follow an answer. Throws when it fails, when it takes too long, and when the
 * request is aborted.
 */
export async function askForFollowUps(
  model: Model,
  request: Omit<ModelRequest, 'passages'>,
  answer: string,
): Promise<readonly string[]> {
  const { queryId, messages } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const text = textOf(model, {
    queryId,
    signal,
    system: ROLE,
    maxTokens: MAX_TOKENS,
    metadata: {},
    passages: null,
    messages: [
      { role: 'user', content: messages.at(-1)?.content ?? '' },
      { role: 'assistant', content: answer.slice(-ANSWER_CHARACTERS) },
      { role: 'user', content: TASK },
    ],
  });
  // Not every model ends when it is told to.
  return readFollowUps(await Promise.race([text, untilAborted(signal)]));
}

async function textOf(model: Model, request: ModelRequest): Promise<string> {
  const answer = new Answer();
  for await (const frames of model.generate(request)) {
    answer.take(frames);
    if (answer.isOver) break;
  }
  return answer.text;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
