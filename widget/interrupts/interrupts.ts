import type { ChatMessage, InterruptPart } from '../protocol/chat-message.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { findTool, type PageTool, runTool } from './page-tool.ts';
import { canGoOn, interruptsOf, roundOf } from './round.ts';
import { type Way, WAYS } from './ways.ts';

/** What interrupts need of a conversation. */
export interface InterruptedConversation {
  readonly state: { readonly messages: readonly ChatMessage[] };
  /** Takes over what other pages have stored, and goes on with what they have left. */
  refresh(): void;
  settle(id: string, part: InterruptPart): void;
}

/** Options of {@link Interrupts}. Functions are called each time their result is needed. */
export interface InterruptsOptions {
  readonly conversation: InterruptedConversation;
  readonly tools: () => readonly PageTool[];
  /** The request format of the backend, or `agents`. */
  readonly format: () => string;
  /** The longest time of a tool, in milliseconds; absent: 30 seconds. */
  readonly limitMs?: number;
}

/** What the visitor says: yes, no, or the answer to a question. */
export type Decision = Pick<InterruptPart, 'answer'> & {
  readonly state: 'allowed' | 'refused' | 'answered';
};

/**
 * What answers of a conversation wait for: who may answer it, what the page runs, and how the backend is told. Nothing runs that
 * was not allowed: an interrupt is answered once, in one page, for exactly the input that it was shown with; and its conversation
 * goes on under the lock of all pages.
 */
export class Interrupts {
  readonly #options: InterruptsOptions;
  /** Calls that have begun in this page: a call runs once, whatever the storage says. */
  readonly #begun = new Set<string>();

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  /** Whether the last answer waits for somebody, or goes on; undefined where it does neither. */
  interruption(answer: ChatMessage): 'open' | 'answered' | undefined {
    if (!this.#canGoOn(answer)) return undefined;
    return roundOf(answer).some(({ state }) => state === 'waiting') ? 'open' : 'answered';
  }

  /** Whether the visitor may answer an interrupt of an answer now. */
  isOpen(answer: ChatMessage, { id }: InterruptPart): boolean {
    const { messages } = this.#options.conversation.state;
    const part = roundOf(answer).find((each) => each.id === id);
    return messages.at(-1)?.id === answer.id && part?.state === 'waiting' && this.#canGoOn(answer);
  }

  /** The page's tool of an interrupt. */
  toolOf({ kind, name }: InterruptPart): PageTool | undefined {
    return kind === 'tool' ? findTool(this.#options.tools(), name) : undefined;
  }

  /** The visitor's answer. False where it comes too late: another page has answered, or the conversation has gone on. */
  decide(answer: ChatMessage, part: InterruptPart, decision: Decision): boolean {
    const { conversation } = this.#options;
    conversation.refresh();
    const now = conversation.state.messages.find(({ id }) => id === answer.id);
    const known = now && interruptsOf(now).find(({ id }) => id === part.id);
    // What was shown is what is allowed.
    if (!now || !known || !this.isOpen(now, known) || JSON.stringify(known) !== JSON.stringify(part))
      return false;
    conversation.settle(now.id, { ...known, ...decision });
    return true;
  }

  /** Allows what needs no visitor. Call when the conversation has changed. */
  follow(): void {
    const { conversation } = this.#options;
    const answer = conversation.state.messages.at(-1);
    if (!answer || this.interruption(answer) !== 'open') return;
    for (const part of roundOf(answer))
      if (part.state === 'waiting' && this.toolOf(part)?.readOnly === true)
        conversation.settle(answer.id, { ...part, state: 'allowed' });
  }

  /**
   * Completes a request: the tools of the page, and for an answer that goes on what was answered; first the page's tools are run
   * that were allowed. Throws the signal's reason once that is aborted.
   */
  async complete(
    request: ChatRequest,
    { answered, signal }: { readonly answered?: ChatMessage | undefined; readonly signal: AbortSignal },
  ): Promise<ChatRequest> {
    const way = this.#way;
    if (!way) return request;
    const tools = this.#options
      .tools()
      .filter(({ name }) => this.toolOf({ kind: 'tool', name } as InterruptPart));
    const body = tools.length > 0 ? (way.addTools?.(request.body, tools) ?? request.body) : request.body;
    const told = { ...request, body };
    if (answered) return { ...told, ...way.goOn(told, await this.#run(answered, signal)) };
    return { ...told, body: way.cancel?.(body, this.#left) ?? body };
  }

  get #way(): Way | undefined {
    return WAYS[this.#options.format()];
  }

  /** What the last answer has asked, and nobody has answered. */
  get #left(): readonly InterruptPart[] {
    const answer = this.#options.conversation.state.messages.findLast(({ role }) => role === 'assistant');
    return answer ? roundOf(answer) : [];
  }

  #canGoOn(answer: ChatMessage): boolean {
    return canGoOn(answer, { tools: this.#options.tools(), kinds: this.#way?.kinds ?? [] });
  }

  /** Runs the page's tools that were allowed, one after the other. Returns the answer with their results. */
  async #run(answered: ChatMessage, signal: AbortSignal): Promise<ChatMessage> {
    let done = answered;
    for (const part of roundOf(answered)) {
      if (part.kind !== 'tool' || part.state !== 'allowed') continue;
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as they were asked for
      const news = { ...part, ...(await this.#runOnce(answered.id, part, signal)) };
      signal.throwIfAborted();
      this.#options.conversation.settle(answered.id, { ...news, isSent: true });
      done = { ...done, parts: done.parts.map((each) => (each === part ? news : each)) };
    }
    return done;
  }

  async #runOnce(
    answerId: string,
    part: InterruptPart,
    signal: AbortSignal,
  ): Promise<Pick<InterruptPart, 'state' | 'answer'>> {
    const tool = this.toolOf(part);
    const key = `${answerId} ${part.id}`;
    if (!tool || this.#begun.has(key)) return { state: 'failed', answer: 'The page does not run this.' };
    this.#begun.add(key);
    const { limitMs } = this.#options;
    return runTool(tool, part.input, { signal, ...(limitMs !== undefined && { limitMs }) });
  }
}
