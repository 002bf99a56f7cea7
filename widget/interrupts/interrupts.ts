import type { ChatMessage, InterruptPart, InterruptState, ToolState } from '../protocol/chat-message.ts';
import { toStableJson } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { findTool, type PageTool, runTool } from './page-tool.ts';
import { canContinue, interruptsOf, unsentInterrupts } from './round.ts';
import { type InterruptProtocol, INTERRUPT_PROTOCOLS } from './ways.ts';

/**
 * States of a tool after an answer to its interrupt. A state that is missing here is kept: the backend's stream tells how its
 * own tool ended.
 */
const TOOL_STATES: Readonly<Partial<Record<InterruptState, ToolState>>> = {
  allowed: 'running',
  refused: 'denied',
  answered: 'done',
  failed: 'failed',
};

/** The members of a conversation that interrupts use. */
export interface InterruptedConversation {
  readonly state: { readonly messages: readonly ChatMessage[] };
  /** Takes over what other pages have stored, and continues what they have left unfinished. */
  refresh(): void;
  change(message: ChatMessage): void;
}

/** Options of {@link Interrupts}. Functions are called whenever their result is needed. */
export interface InterruptsOptions {
  readonly conversation: InterruptedConversation;
  readonly tools: () => readonly PageTool[];
  /** Returns the request format of the backend, or `agents`. */
  readonly format: () => string;
  /** The time limit of a tool in milliseconds. Default: 30 seconds. */
  readonly limitMs?: number;
}

/** The visitor's decision: allowed, refused, or the answer to a question. */
export type Decision = Pick<InterruptPart, 'answer'> & {
  readonly state: 'allowed' | 'refused' | 'answered';
};

/**
 * The interrupts of a conversation: who may answer them, which tools the page runs, and how the backend is told. Nothing runs
 * that was not allowed. An interrupt is answered once, in one page, for exactly the input that was shown. The answer is
 * continued under the lock that all pages share.
 */
export class Interrupts {
  readonly #options: InterruptsOptions;
  /**
   * Decisions made in this page, as stable JSON. Only the page in which all interrupts of an answer were decided continues the
   * answer.
   */
  readonly #decisions = new Map<string, string>();
  /** Calls that have started in this page. A call runs once, even if the storage says that it has not run. */
  readonly #startedCalls = new Set<string>();

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  /** `open` if the last answer waits for a decision; the answer to send if everything is decided; otherwise undefined. */
  interruption(answer: ChatMessage): 'open' | ChatMessage | undefined {
    if (!this.#canContinue(answer)) return undefined;
    if (!unsentInterrupts(answer).every((part) => this.#isDecided(answer, part))) return 'open';
    return unsentInterrupts(answer).reduce<ChatMessage>(
      (growing, part) => withInterrupt(growing, { ...part, isSent: true }),
      { ...answer, status: 'streaming' },
    );
  }

  /** Whether the visitor may decide on an interrupt now. */
  isOpen(answer: ChatMessage, { id }: InterruptPart): boolean {
    const { messages } = this.#options.conversation.state;
    const part = unsentInterrupts(answer).find((each) => each.id === id);
    if (!part || messages.at(-1)?.id !== answer.id) return false;
    return this.#canContinue(answer) && !this.#isDecided(answer, part);
  }

  /** The page's tool that an interrupt calls. */
  toolOf({ kind, name }: InterruptPart): PageTool | undefined {
    return kind === 'tool' ? findTool(this.#options.tools(), name) : undefined;
  }

  /** Records the visitor's decision. False if it is too late: another page has decided, or the conversation has continued. */
  decide(answer: ChatMessage, part: InterruptPart, decision: Decision): boolean {
    const { conversation } = this.#options;
    conversation.refresh();
    const now = conversation.state.messages.find(({ id }) => id === answer.id);
    const known = now && interruptsOf(now).find(({ id }) => id === part.id);
    // Only what was shown can be allowed, so the stored interrupt must be the same.
    if (!now || !known || !this.isOpen(now, known) || toStableJson(known) !== toStableJson(part))
      return false;
    this.#recordDecision(now, { ...known, ...decision });
    return true;
  }

  /** Allows a call of a read-only tool, for which nobody is asked. Call when the conversation has changed. */
  follow(): void {
    const { conversation } = this.#options;
    const answer = conversation.state.messages.at(-1);
    if (!answer || this.interruption(answer) !== 'open') return;
    const part = unsentInterrupts(answer).find(
      (each) => this.isOpen(answer, each) && this.toolOf(each)?.readOnly === true,
    );
    // This changes the conversation, so this method is called again for the next interrupt.
    if (part) this.#recordDecision(answer, { ...part, state: 'allowed' });
  }

  /**
   * Adds the page's tools to a request, and, if an answer is continued, the results of its interrupts; for this it first runs
   * the allowed tools of the page. Throws the signal's reason when that is aborted.
   */
  async complete(
    request: ChatRequest,
    { answered, signal }: { readonly answered?: ChatMessage | undefined; readonly signal: AbortSignal },
  ): Promise<ChatRequest> {
    const protocol = this.#protocol;
    if (!protocol && answered) throw new Error('the backend cannot be told what was answered');
    if (!protocol) return request;
    const all = this.#options.tools();
    // If two tools have the same name, neither is sent.
    const tools = all.filter(({ name }) => findTool(all, name));
    const body = tools.length > 0 ? (protocol.addTools?.(request.body, tools) ?? request.body) : request.body;
    const told = { ...request, body };
    if (answered) return { ...told, ...protocol.resume(told, await this.#run(answered, signal)) };
    return { ...told, body: protocol.cancel?.(body, this.#unanswered) ?? body };
  }

  get #protocol(): InterruptProtocol | undefined {
    return INTERRUPT_PROTOCOLS[this.#options.format()];
  }

  /** The interrupts of the last answer that are still undecided. */
  get #unanswered(): readonly InterruptPart[] {
    const answer = this.#options.conversation.state.messages.findLast(({ role }) => role === 'assistant');
    return answer ? unsentInterrupts(answer) : [];
  }

  #recordDecision(answer: ChatMessage, part: InterruptPart): void {
    this.#decisions.set(keyOf(answer, part), toStableJson(part));
    this.#options.conversation.change(withInterrupt(answer, part));
  }

  /** Compared with the stored part, because another page may have decided differently a moment later. */
  #isDecided(answer: ChatMessage, part: InterruptPart): boolean {
    return this.#decisions.get(keyOf(answer, part)) === toStableJson(part);
  }

  #canContinue(answer: ChatMessage): boolean {
    return canContinue(answer, { tools: this.#options.tools(), kinds: this.#protocol?.kinds ?? [] });
  }

  /** Runs the allowed tools of the page, one after another. Returns the answer with their results. */
  async #run(answered: ChatMessage, signal: AbortSignal): Promise<ChatMessage> {
    let done = answered;
    for (const part of unsentInterrupts(answered)) {
      if (part.kind !== 'tool' || part.state !== 'allowed') continue;
      // oxlint-disable-next-line no-await-in-loop -- one after another, in the order of the calls
      const news = { ...part, ...(await this.#runOnce(answered, part, signal)) };
      signal.throwIfAborted();
      done = withInterrupt(done, news);
      const { conversation } = this.#options;
      const growing = conversation.state.messages.find(({ id }) => id === answered.id);
      if (growing) conversation.change(withInterrupt(growing, { ...news, isSent: true }));
    }
    return done;
  }

  async #runOnce(
    answer: ChatMessage,
    part: InterruptPart,
    signal: AbortSignal,
  ): Promise<Pick<InterruptPart, 'state' | 'answer'>> {
    const tool = this.toolOf(part);
    const key = keyOf(answer, part);
    if (!tool || this.#startedCalls.has(key))
      return { state: 'failed', answer: 'The page does not run this.' };
    this.#startedCalls.add(key);
    const { limitMs } = this.#options;
    return runTool(tool, part.input, { signal, ...(limitMs !== undefined && { limitMs }) });
  }
}

/** A message with an interrupt replaced. Once the backend has been told, the state of the interrupt's tool changes too. */
function withInterrupt(message: ChatMessage, part: InterruptPart): ChatMessage {
  const known = interruptsOf(message).find(({ id }) => id === part.id);
  const parts = message.parts.map((each) => {
    if (each === known) return part;
    const isTool = each.type === 'tool' && each.id === (part.callId ?? part.id) && part.isSent;
    return isTool ? { ...each, state: TOOL_STATES[part.state] ?? each.state ?? 'done' } : each;
  });
  return { ...message, parts };
}

/** A key for an interrupt that is unique among all messages. */
export function keyOf({ id }: ChatMessage, part: InterruptPart): string {
  return `${id} ${part.id}`;
}
