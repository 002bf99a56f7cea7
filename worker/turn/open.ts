import type { StartEvent } from '../../widget/protocol/chat-event.ts';
import { dropUndefined } from '../../widget/protocol/json.ts';
import type { ChatInput } from './input.ts';
import { selectModel } from '../model/select-model.ts';
import type { AppContext, Question } from '../ports.ts';
import { newQueryId } from '../signature.ts';

/** A question with everything that answers it. Its turn is reserved, and the search for passages runs. */
export type Turn = Awaited<ReturnType<typeof openTurn>>;

/**
 * Finds out who asks, reserves the turn and searches for its passages, all beside each other: that is the one hop
 * before the model. Every refusal with a status, such as 429, is thrown here, before there is a response.
 *
 * @example
 * const input = readChatInput('{"prompt":"Hi"}');
 * const turn = await openTurn(c, input, AbortSignal.timeout(120_000));
 * for await (const event of runTurn(turn)) console.log(event.type); // start, sources, token, done
 */
export async function openTurn(c: AppContext, input: ChatInput, signal: AbortSignal) {
  const begun = Date.now();
  const { identify, resumable, reserve, retrieve, feedback, suggest } = c.var;
  const queryId = resumable?.queryId ?? (await newQueryId(c.env)).id;
  const turnId = resumable?.turnId ?? queryId;
  const { provider, model } = selectModel(c.env);
  const { messages, metadata, system } = input;
  const known = await identify?.(input);
  const admission = Promise.allSettled([reserve?.(turnId, known?.visitor), known?.proof]);
  const isAdmitted = admission.then((steps) => steps.every(({ status }) => status === 'fulfilled'));
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the next line sets it
  let onSearching = (): void => undefined;
  const begins = new Promise<true>((resolve) => (onSearching = () => resolve(true)));
  const found = retrieve?.({ queryId, messages, metadata, signal, isAdmitted, onSearching });
  // A search that failed is told of, too.
  const isSearched = found && Promise.race([begins, found.then((all) => all === undefined)]);
  const [reserved, proved] = await admission;
  if (reserved.status === 'rejected') throw reserved.reason;
  const reservation = reserved.value;
  if (proved.status === 'rejected') {
    void reservation?.refund({ hasLeft: false, hasBegun: false });
    throw proved.reason;
  }
  // The fields of the line in the log; no texts.
  const record: Record<string, string | number | undefined> = { queryId, provider, model: model.name };
  const onAnswering = (name: string, gatewayLogId: string | undefined): void => {
    Object.assign(record, { model: name, gatewayLogId });
    if (gatewayLogId) feedback?.onLogged(queryId, gatewayLogId);
  };
  const links = (feedback ?? resumable) && {
    ...(feedback && { feedback: feedback.link }),
    ...resumable?.links,
  };
  const facts = { queryId, session: known?.session, quota: reservation?.quota, links };
  const start = dropUndefined<StartEvent>({ type: 'start', ...facts });
  const request: Question = { queryId, messages, system, metadata, signal, onAnswering };
  return { start, request, found, isSearched, model, reservation, record, begun, resumable, suggest };
}
