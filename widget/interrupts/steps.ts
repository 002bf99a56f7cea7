import type { ChatMessage, InterruptPart, ToolPart } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';

/**
 * What happened to a call. `allowed`, `refused`: the backend is told now. `denied`: it was told earlier that the call was
 * refused.
 */
export type Outcome =
  | { readonly type: 'allowed' | 'refused' | 'denied' }
  | { readonly type: 'given'; readonly output: unknown }
  | { readonly type: 'failed'; readonly reason: string };

/** A call of a tool, in the form that is sent to backends. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly outcome: Outcome;
  /** The interrupt of the call, if there was one. */
  readonly interrupt: InterruptPart | undefined;
}

/** One step of the model: text, then calls. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Call[];
}

/** Texts for the model, for calls that were not run, or whose end is unknown. */
export const REFUSED = 'The visitor did not allow this.';
const UNKNOWN = 'Nobody knows how this ended.';

/**
 * Converts an answer to the steps of the model. Each call is included once, with what happened to it, so that the model does
 * not repeat a call.
 */
export function stepsOf({ parts }: Pick<ChatMessage, 'parts'>): readonly Step[] {
  const steps: Step[] = [];
  let [text, calls]: [string, Call[]] = ['', []];
  let hasAsked = false;
  const end = (): void => {
    if (text !== '' || calls.length > 0) steps.push({ text, calls });
    [text, calls, hasAsked] = ['', [], false];
  };
  for (const part of parts) {
    if (part.type === 'interrupt') hasAsked = true;
    else if (part.type === 'text') {
      if (calls.length > 0) end();
      text += part.text;
    } else if (part.type === 'tool') {
      if (hasAsked) end();
      const call = toCall(part, parts);
      if (call) calls.push(call);
    }
  }
  end();
  return steps;
}

/** Undefined for a call whose outcome is not to be sent. */
function toCall(tool: ToolPart, parts: ChatMessage['parts']): Call | undefined {
  const { id = '', name, input = {} } = tool;
  const interrupt = parts.find(
    (part): part is InterruptPart => part.type === 'interrupt' && part.callId === id,
  );
  const outcome = interrupt?.kind === 'tool' ? resultOf(interrupt) : (decisionOf(interrupt) ?? endOf(tool));
  if (!outcome) return undefined;
  return { id, name: interrupt?.name ?? name, input: interrupt?.input ?? input, outcome, interrupt };
}

/** The outcome of a tool of the page. */
function resultOf({ state, answer }: InterruptPart): Outcome {
  if (state === 'answered') return { type: 'given', output: answer };
  if (state === 'failed') return { type: 'failed', reason: String(answer) };
  return { type: 'failed', reason: state === 'refused' ? REFUSED : UNKNOWN };
}

/** The visitor's decision about a tool of the backend; undefined if the tool has run since. */
function decisionOf(interrupt: InterruptPart | undefined): Outcome | undefined {
  if (!interrupt) return undefined;
  const { state, isSent } = interrupt;
  if (state === 'refused') return { type: isSent ? 'denied' : 'refused' };
  return state === 'allowed' && !isSent ? { type: 'allowed' } : undefined;
}

function endOf({ state, output }: ToolPart): Outcome | undefined {
  if (state === 'done') return { type: 'given', output: output ?? null };
  return { type: 'failed', reason: state === 'failed' && typeof output === 'string' ? output : UNKNOWN };
}

/** The outcome of a call as text for the model. */
export function textOfOutcome(outcome: Outcome): string {
  if (outcome.type === 'given')
    return typeof outcome.output === 'string' ? outcome.output : JSON.stringify(outcome.output);
  return outcome.type === 'failed' ? outcome.reason : REFUSED;
}

/** Fields that the backend wants to receive again, without those of its approval. */
export function returnedOf(interrupt: InterruptPart | undefined): JsonObject {
  const { approval: _, ...returned } = interrupt?.returned ?? {};
  return returned;
}
