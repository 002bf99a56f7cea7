import type { Context } from 'hono';
import type { StartEvent } from '../widget/protocol/chat-event.ts';
import type { ChatInput } from './chat-input.ts';
import { keepFeedback } from './feedback.ts';
import { findPassages } from './passages.ts';
import type { AppEnv, Model } from './ports.ts';
import type { Turn } from './turn.ts';

/** A checked question, and who is to answer it. */
export interface Question {
  readonly input: ChatInput;
  readonly queryId: string;
  readonly provider: string;
  readonly model: Model;
}

/**
 * Finds out who asks, reserves the turn and searches for its passages, all beside each other: that is the one hop
 * before the model. Everything that refuses a turn with a status of its own throws here, before there is a response.
 */
export async function openTurn(
  c: Context<AppEnv>,
  { input, queryId, provider, model }: Question,
  signal: AbortSignal,
): Promise<Turn> {
  const begun = Date.now();
  const { identify, reserve, retrieve } = c.var;
  const { messages, metadata } = input;
  const { DB } = c.env;
  const known = await identify?.(input.turnstileToken);
  const passages = findPassages(retrieve, messages.at(-1)?.content ?? '', signal);
  const [reserved, proved] = await Promise.allSettled([reserve?.(queryId, known?.visitor), known?.proof]);
  if (reserved.status === 'rejected') throw reserved.reason;
  const reservation = reserved.value;
  if (proved.status === 'rejected') {
    reservation?.release();
    throw proved.reason;
  }
  const record: Turn['record'] = { queryId, provider, model: model.name };
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
  const request = { queryId, messages, metadata, signal, onAnswering };
  return { start, request, passages, model, reservation, record, begun };
}
