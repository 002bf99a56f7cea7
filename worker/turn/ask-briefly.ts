import type { Model, ModelRequest } from '../model-port.ts';
import { Answer } from '../answer/answer.ts';

/** A question that the Worker asks a model for itself. No visitor reads the answer. */
export interface BriefRequest extends Pick<ModelRequest, 'queryId' | 'system' | 'messages' | 'signal'> {
  readonly maxTokens: number;
  /** How long the answer may take. */
  readonly milliseconds: number;
}

/**
 * Asks a model a question of the Worker itself, and resolves with the whole answer. Rejects when the model fails, when it takes too
 * long, and when the request is aborted.
 */
export async function askBriefly(model: Model, { milliseconds, ...request }: BriefRequest): Promise<string> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(milliseconds)]);
  return orAborted(readToEnd(model, { ...request, metadata: {}, passages: null, signal }), signal);
}

async function readToEnd(model: Model, request: ModelRequest): Promise<string> {
  const answer = new Answer();
  const events = model.generate(request, answer)[Symbol.asyncIterator]();
  // oxlint-disable-next-line no-await-in-loop -- read to its end
  while (!(await events.next()).done);
  return answer.text;
}

/**
 * Resolves as `work` does. Rejects with the signal's reason as soon as that is aborted: not every model and binding stops by
 * itself.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([work, aborted]);
}
