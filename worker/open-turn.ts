import type { StartEvent } from '../widget/protocol/chat-event.ts';
import type { ChatInput } from './chat-input.ts';
import { keepFeedback } from './feedback.ts';
import { log } from './log.ts';
import { selectModel } from './model/select-model.ts';
import type { AppContext, ModelRequest, Retrieve } from './ports.ts';
import { newQueryId } from './signature.ts';

/** A question and everything that answers it: reserved already, and searched for since. */
export type Turn = Awaited<ReturnType<typeof openTurn>>;

/**
 * Finds out who asks, reserves the turn and searches for its passages, all beside each other: that is the one hop
 * before the model. Everything that refuses a turn with a status of its own throws here, before there is a response.
 */
export async function openTurn(c: AppContext, input: ChatInput, signal: AbortSignal) {
  const begun = Date.now();
  const queryId = await newQueryId(c.env);
  const { provider, model } = selectModel(c.env);
  const { identify, reserve, retrieve } = c.var;
  const { messages, metadata } = input;
  const { DB } = c.env;
  const known = await identify?.(input.turnstileToken);
  const passages = findPassages(messages.at(-1)?.content ?? '', signal, retrieve);
  const [reserved, proved] = await Promise.allSettled([reserve?.(queryId, known?.visitor), known?.proof]);
  if (reserved.status === 'rejected') throw reserved.reason;
  const reservation = reserved.value;
  if (proved.status === 'rejected') {
    reservation?.release();
    throw proved.reason;
  }
  // What is known besides the texts; becomes the line in the log.
  const record: Record<string, string | number | undefined> = { queryId, provider, model: model.name };
  const onAnswering = (name: string, gatewayLogId: string | undefined): void => {
    Object.assign(record, { model: name, gatewayLogId });
    if (DB && gatewayLogId)
      c.executionCtx.waitUntil(keepFeedback(DB, queryId, { gateway_log_id: gatewayLogId }));
  };
  const start: StartEvent = {
    type: 'start',
    queryId,
    ...(known && { session: known.session }),
    ...(reservation?.quota && { quota: reservation.quota }),
    ...(DB && { links: { feedback: '/api/feedback' } }),
  };
  const request: Omit<ModelRequest, 'passages'> = { queryId, messages, metadata, signal, onAnswering };
  return { start, request, passages, model, reservation, record, begun };
}

/**
 * Searches for a question. Null when there is nothing to search in, when searching failed, and once `signal` is
 * aborted: D1 takes no signal, so a search that hangs would outlive the turn. Never rejects.
 */
async function findPassages(question: string, signal: AbortSignal, retrieve?: Retrieve) {
  if (retrieve === undefined) return null;
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  try {
    return await Promise.race([retrieve(question), aborted]);
  } catch (error) {
    // A chat without its documents is worth more to the visitor than no chat.
    log('retrieval-failed', { detail: String(error) });
    return null;
  }
}
