import type { ChatMessage, InterruptPart, ToolPart } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';

/** What became of a call. `allowed` and `refused`: the backend is told so now; `denied`: it was told before. */
export type Outcome =
  | { readonly type: 'allowed' | 'refused' | 'denied' }
  | { readonly type: 'given'; readonly output: unknown }
  | { readonly type: 'failed'; readonly reason: string };

/** A call of a tool as a backend is told of it. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly outcome: Outcome;
  /** What was asked about it, if something was. */
  readonly interrupt: InterruptPart | undefined;
}

/** What the model said in one go: words, then calls. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Call[];
}

/** For the model, where nothing was run, or nobody knows. */
export const REFUSED = 'The visitor did not allow this.';
const UNKNOWN = 'Nobody knows how this ended.';

/**
 * An answer that goes on, as steps of the model. A call is in it once, with what became of it: a model must not take what was done
 * for something yet to be done.
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

/** Undefined for a call of which there is nothing to tell. */
function toCall(tool: ToolPart, parts: ChatMessage['parts']): Call | undefined {
  const { id = '', name, input = {} } = tool;
  const interrupt = parts.find(
    (part): part is InterruptPart => part.type === 'interrupt' && part.callId === id,
  );
  const outcome = interrupt?.kind === 'tool' ? resultOf(interrupt) : (decisionOf(interrupt) ?? endOf(tool));
  if (!outcome) return undefined;
  return { id, name: interrupt?.name ?? name, input: interrupt?.input ?? input, outcome, interrupt };
}

/** Of a tool of the page. */
function resultOf({ state, answer }: InterruptPart): Outcome {
  if (state === 'answered') return { type: 'given', output: answer };
  if (state === 'failed') return { type: 'failed', reason: String(answer) };
  return { type: 'failed', reason: state === 'refused' ? REFUSED : UNKNOWN };
}

/** What the visitor has decided about a tool of the backend; undefined where that has run since. */
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

/** What a model is told of a call, as text. */
export function textOfOutcome(outcome: Outcome): string {
  if (outcome.type === 'given')
    return typeof outcome.output === 'string' ? outcome.output : JSON.stringify(outcome.output);
  return outcome.type === 'failed' ? outcome.reason : REFUSED;
}

/** Fields that the backend wants back, apart from those of its approval. */
export function returnedOf(interrupt: InterruptPart | undefined): JsonObject {
  const { approval: _, ...returned } = interrupt?.returned ?? {};
  return returned;
}
