import type { BackendEvent, StartEvent } from '../../widget/protocol/chat-event.ts';
import { dropUndefined } from '../../widget/protocol/json.ts';
import type { LogFields } from '../log.ts';
import { selectModel } from '../model/select-model.ts';
import type { CheckedQuestion } from '../checked-question.ts';
import type { Feature, Host, TurnTools } from '../ports.ts';
import type { Question } from '../model-port.ts';

/** What a turn needs from the `TurnRun` that runs it. */
export interface RunOfTurn {
  /** Names the run in the quota. A question that is asked again after its turn was forgotten is another run, and counts again. */
  readonly id: string;
  /** Aborted when the turn is given up, and at its time limit. */
  readonly signal: AbortSignal;
  /** Hands new events to the readers. */
  add(events: readonly BackendEvent[]): void;
  /** The links of the event `start`, by which clients resume and stop the turn. */
  readonly links: StartEvent['links'];
  /** Resolves as soon as a client reads the turn, or when the turn was given up: `signal` is then aborted. */
  untilRead(): Promise<void>;
}

/** A host, and the features of the turns that run there. */
export interface HostOfTurn extends Host {
  readonly features: readonly Feature[];
}

/** A turn that may begin: it is counted in the quota, and has all that it takes to answer. */
export type Turn = Awaited<ReturnType<typeof openTurn>>;

/**
 * Checks whether a question may be answered, by the bot check and then the quota, before anything that costs begins. Every refusal
 * with an HTTP status, such as 429, is thrown here.
 *
 * @example
 * const turn = await openTurn(asked, { env, waitUntil, features: [] }, run);
 * await runTurn(turn); // run.add([{ type: 'sources', … }]), run.add([{ type: 'token', … }]), run.add([{ type: 'done', … }])
 */
export async function openTurn(asked: CheckedQuestion, host: HostOfTurn, run: RunOfTurn) {
  const begun = Date.now();
  const { queryId, messages, metadata, system, files, session } = asked;
  const tools: TurnTools = Object.assign({}, ...host.features.map((feature) => feature(host)));
  const { feedback } = tools;
  const prepared = files?.length ? tools.prepareFiles?.(asked) : undefined;
  const { provider, model } = selectModel(prepared?.env ?? host.env);
  if (asked.botCheck !== undefined) await tools.verify?.(asked.botCheck);
  const reservation = asked.allowance && (await tools.reserve?.(run.id, asked.allowance));
  const record: LogFields = { queryId, provider, model: model.name, files: files?.length || undefined };
  const onAnswering = (name: string, gatewayLogId: string | undefined): void => {
    Object.assign(record, { model: name, gatewayLogId });
    if (gatewayLogId) feedback?.onLogged(queryId, gatewayLogId);
  };
  const links = feedback ? { feedback: feedback.link, ...run.links } : run.links;
  const { quota } = reservation ?? {};
  const start = dropUndefined<StartEvent>({ type: 'start', queryId, session, quota, links });
  const { attach } = prepared ?? {};
  const request: Question = { queryId, messages, system, metadata, attach, onAnswering, signal: run.signal };
  return { asked, run, tools, model, reservation, start, request, record, begun };
}
