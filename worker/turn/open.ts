import type { BackendEvent, StartEvent } from '../../widget/protocol/chat-event.ts';
import { dropUndefined } from '../../widget/protocol/json.ts';
import type { LogFields } from '../log.ts';
import { selectModel } from '../model/select-model.ts';
import type { Asked } from '../asked.ts';
import type { Feature, Host, TurnTools } from '../ports.ts';
import type { Question } from '../model-port.ts';

/** What a turn needs of the run that it is part of. */
export interface RunOfTurn {
  /** Names it in the books: a question that is asked again after its turn was forgotten counts again. */
  readonly id: string;
  /** Aborted when the turn is given up, and at its time limit. */
  readonly signal: AbortSignal;
  /** Takes what is new. */
  add(events: readonly BackendEvent[]): void;
  /** For `start`. */
  readonly links: StartEvent['links'];
  /** Resolves when somebody reads, or nobody will: the signal is then aborted. */
  untilRead(): Promise<void>;
}

/** A host, and its optional folders. */
export interface HostOfTurn extends Host {
  readonly features: readonly Feature[];
}

/** A question with everything that answers it. Its turn is reserved. */
export type Turn = Awaited<ReturnType<typeof openTurn>>;

/**
 * Lets a question in: verifies and counts, before anything is spent. Every refusal with a status, such as 429, is thrown here.
 *
 * @example
 * const turn = await openTurn(asked, { env, waitUntil, features: [] }, run);
 * await runTurn(turn); // run.add([{ type: 'sources', … }]), run.add([{ type: 'token', … }]), run.add([{ type: 'done', … }])
 */
export async function openTurn(asked: Asked, host: HostOfTurn, run: RunOfTurn) {
  const begun = Date.now();
  const { queryId, messages, metadata, system, files, session } = asked;
  const tools: TurnTools = Object.assign({}, ...host.features.map((feature) => feature(host)));
  const { feedback } = tools;
  const sight = files?.length ? tools.see?.(asked) : undefined;
  const { provider, model } = selectModel(sight?.env ?? host.env);
  if (asked.botCheck) await tools.verify?.(asked.botCheck);
  const reservation = asked.allowance && (await tools.reserve?.(run.id, asked.allowance));
  const record: LogFields = { queryId, provider, model: model.name, files: files?.length || undefined };
  const onAnswering = (name: string, gatewayLogId: string | undefined): void => {
    Object.assign(record, { model: name, gatewayLogId });
    if (gatewayLogId) feedback?.onLogged(queryId, gatewayLogId);
  };
  const links = feedback ? { feedback: feedback.link, ...run.links } : run.links;
  const { quota } = reservation ?? {};
  const start = dropUndefined<StartEvent>({ type: 'start', queryId, session, quota, links });
  const { attach } = sight ?? {};
  const { signal } = run;
  const request: Question = { queryId, messages, system, metadata, attach, signal, onAnswering };
  return { asked, run, tools, model, reservation, start, request, record, begun };
}
