import type { Model, ModelRequest } from '../model-port.ts';
import { Answer } from '../answer/answer.ts';

/** A question to a model that no visitor reads the answer to. */
export interface BriefRequest extends Pick<ModelRequest, 'queryId' | 'system' | 'messages' | 'signal'> {
  readonly maxTokens: number;
  /** The time that it may take. */
  readonly milliseconds: number;
}

/**
 * A model's whole answer to a question on the side. Rejects when the model fails, when it takes too long, and when the request is
 * aborted.
 */
export async function askBriefly(model: Model, { milliseconds, ...request }: BriefRequest): Promise<string> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)]);
  return orAborted(textOf(model, { ...request, metadata: {}, passages: null, signal }), signal);
}

async function textOf(model: Model, request: ModelRequest): Promise<string> {
  const answer = new Answer();
  const events = model.generate(request, answer)[Symbol.asyncIterator]();
  // oxlint-disable-next-line no-await-in-loop -- to its end
  while (!(await events.next()).done);
  return answer.text;
}

/** What comes of some work. Rejects with the reason of a signal once that is aborted: not every model or binding ends when it is told to. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([work, aborted]);
}
