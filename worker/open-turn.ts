import type { Context } from 'hono';
import type { ChatInput } from './chat-input.ts';
import { keepGatewayLog } from './feedback.ts';
import { providerOf } from './model/select-model.ts';
import { findPassages } from './passages.ts';
import type { AppEnv, Model } from './ports.ts';
import { Settlement, type TurnRecord } from './settlement.ts';
import type { Turn } from './turn.ts';

/** A checked question, and who is to answer it. */
export interface Question {
  readonly input: ChatInput;
  readonly queryId: string;
  readonly model: Model;
}

/**
 * Finds out who asks and reserves the turn, while its passages are searched for. Everything that refuses a turn with
 * a status of its own throws here, before there is a response.
 */
export async function openTurn(
  c: Context<AppEnv>,
  { input, queryId, model }: Question,
  signal: AbortSignal,
): Promise<Turn> {
  const { identify, reserve, retrieve } = c.var;
  const { messages, metadata } = input;
  const known = await identify?.(input.turnstileToken);
  // Beside reserving: only one of the two is waited for before the model is asked.
  const passages = findPassages(retrieve, messages.at(-1)?.content ?? '', signal);
  const reservation = await reserve?.(queryId, known?.visitor);
  const record = { queryId, provider: providerOf(c.env), model: model.name };
  const start = {
    type: 'start',
    queryId,
    ...(known ? { session: known.session } : {}),
    ...(reservation?.quota ? { quota: reservation.quota } : {}),
    ...(c.env.DB ? { links: { feedback: '/api/feedback' } } : {}),
  } as const;
  const settlement = new Settlement(record, reservation, (ended) => rememberGatewayLog(c, ended));
  return { start, messages, metadata, passages, model, settlement };
}

function rememberGatewayLog(c: Context<AppEnv>, { queryId, gatewayLogId }: TurnRecord): void {
  if (c.env.DB && gatewayLogId) c.executionCtx.waitUntil(keepGatewayLog(c.env.DB, queryId, gatewayLogId));
}
