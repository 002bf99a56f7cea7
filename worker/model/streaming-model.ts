import { ChatError, type ChatErrorCode } from '../../widget/protocol/chat-error.ts';
import { listOf, positiveInteger, type Env } from '../env.ts';
import { log } from '../log.ts';
import { startTimer } from '../timer.ts';
import type { Model, ModelRequest } from '../model-port.ts';
import type { Answer } from '../answer/answer.ts';
import { composePrompt } from './prompt.ts';
import { accept, unreachable, upstreamError } from './upstream-error.ts';
import { readerOf, type UpstreamReader } from './upstream-reader.ts';

/** Tokens of one answer unless `MAX_TOKENS` says otherwise: about 700 words. */
const MAX_TOKENS = 1_024;

/** How long a model may be silent before the next one is asked. */
const FIRST_TOKEN_MS = 15_000;

/** The errors after which the next model is asked: this one is missing, not part of the plan, overloaded, slow or broken. */
const WORTH_ANOTHER: ReadonlySet<ChatErrorCode> = new Set([
  'model-busy',
  'not-configured',
  'model-timeout',
  'model-failed',
  'empty-answer',
]);

/** The body of a request, as far as OpenAI's interface and Workers AI agree. */
type Inputs = Readonly<Record<string, unknown>>;

/** Asks one model, which answers with a stream of frames, or one JSON, of a format we know. Rejects when it cannot be reached. */
type Ask = (name: string, inputs: Inputs, request: ModelRequest) => Promise<Response>;

/**
 * The models that `env` names, in the order they are tried: a later one when an earlier one fails before its first token.
 *
 * @example
 * const model = streamingModel({ MODEL: 'big', MODEL_FALLBACK: 'small' }, (name, inputs, { signal }) =>
 *   fetch('https://llm.example/chat', { method: 'POST', body: JSON.stringify({ model: name, ...inputs }), signal }),
 * );
 * // asks `big`, and `small` where `big` is busy, broken, or silent for 15 seconds
 */
export function streamingModel(env: Env, ask: Ask): Model {
  return { name: env.MODEL || 'default', generate: (request, answer) => generate(env, ask, request, answer) };
}

async function* generate(env: Env, ask: Ask, request: ModelRequest, answer: Answer) {
  const names = [env.MODEL ?? '', ...listOf(env.MODEL_FALLBACK)];
  const max_tokens = request.maxTokens ?? positiveInteger(env.MAX_TOKENS, MAX_TOKENS);
  const prompt = composePrompt(request, env.SYSTEM_PROMPT);
  const messages = (await request.attach?.(prompt, request.signal)) ?? prompt;
  const inputs = { messages, stream: true, max_tokens };
  const patience = positiveInteger(env.FIRST_TOKEN_MS, FIRST_TOKEN_MS);
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const watch = startWatch(request.signal, isLast ? undefined : patience);
    let status = 0;
    let body: UpstreamReader | undefined;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one model is asked after the other has failed
      const response = await ask(name, inputs, { ...request, signal: watch.signal }).catch(unreachable);
      ({ status } = response);
      // oxlint-disable-next-line no-await-in-loop
      await accept(response);
      request.onAnswering?.(name || 'default', response.headers.get('cf-aig-log-id') ?? undefined);
      body = readerOf(response);
      // oxlint-disable-next-line no-await-in-loop
      for (let frames = await body.read(); frames; frames = answer.isOver ? null : await body.read()) {
        yield answer.take(frames);
        if (frames.some(({ type }) => type === 'token' || type === 'reasoning')) watch.stop();
        const fatal = frames.find((frame) => frame.type === 'error');
        if (fatal) throw upstreamError(fatal.code, 'the model failed in its stream', { cause: fatal.code });
      }
      if (answer.isEmpty) answer.finish();
      return;
    } catch (error) {
      const isOver = isLast || !answer.isEmpty || request.signal.aborted;
      const failure: unknown = watch.signal.aborted ? watch.signal.reason : error;
      if (isOver || !isWorthAnother(failure, status)) throw error;
      const { code, message, cause = '' } = failure;
      log('fallback', { queryId: request.queryId, model: name, code, message, detail: String(cause) });
      answer.restart();
    } finally {
      watch.stop();
      body?.cancel();
    }
  }
}

/**
 * A signal that is also aborted, with `model-timeout`, when the first token takes too long. Without `milliseconds` it is the given
 * signal.
 */
function startWatch(signal: AbortSignal, milliseconds: number | undefined) {
  if (milliseconds === undefined) return { signal, stop: () => undefined };
  const late = new AbortController();
  const stop = startTimer(milliseconds, () =>
    late.abort(new ChatError('model-timeout', 'the first token took longer than FIRST_TOKEN_MS')),
  );
  return { signal: AbortSignal.any([signal, late.signal]), stop };
}

/** Whether to ask the next model. Not after a status such as 400: a question that is wrong for one model is wrong for the next. */
function isWorthAnother(error: unknown, status: number): error is ChatError {
  if (!(error instanceof ChatError) || !WORTH_ANOTHER.has(error.code)) return false;
  return error.code !== 'model-failed' || status < 400 || status >= 500;
}
