import type { ChatMessage, InterruptPart, InterruptState, ToolState } from '../protocol/chat-message.ts';
import { toStableJson } from '../protocol/json.ts';
import type { ChatRequest } from '../protocol/transport.ts';
import { findTool, type PageTool, runTool } from './page-tool.ts';
import { canGoOn, interruptsOf, roundOf } from './round.ts';
import { type Way, WAYS } from './ways.ts';

/** What is known of a tool by the state of its interrupt; how one of the backend has ended comes with its words. */
const TOOL_STATES: Readonly<Partial<Record<InterruptState, ToolState>>> = {
  allowed: 'running',
  refused: 'denied',
  answered: 'done',
  failed: 'failed',
};

/** What interrupts need of a conversation. */
export interface InterruptedConversation {
  readonly state: { readonly messages: readonly ChatMessage[] };
  /** Takes over what other pages have stored, and goes on with what they have left. */
  refresh(): void;
  change(message: ChatMessage): void;
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
  /** What was decided in this page: an answer goes on in the page in which all that it asked was answered, as it was answered. */
  readonly #decided = new Map<string, string>();
  /** Calls that have begun in this page: a call runs once, whatever the storage says. */
  readonly #begun = new Set<string>();

  constructor(options: InterruptsOptions) {
    this.#options = options;
  }

  /** Whether the last answer waits for somebody (`open`), or the answer as it goes on; undefined where it does neither. */
  interruption(answer: ChatMessage): 'open' | ChatMessage | undefined {
    if (!this.#canGoOn(answer)) return undefined;
    if (!roundOf(answer).every((part) => this.#isDecided(answer, part))) return 'open';
    return roundOf(answer).reduce<ChatMessage>(
      (growing, part) => withInterrupt(growing, { ...part, isSent: true }),
      { ...answer, status: 'streaming' },
    );
  }

  /** Whether the visitor may answer an interrupt of an answer now. */
  isOpen(answer: ChatMessage, { id }: InterruptPart): boolean {
    const { messages } = this.#options.conversation.state;
    const part = roundOf(answer).find((each) => each.id === id);
    if (!part || messages.at(-1)?.id !== answer.id) return false;
    return this.#canGoOn(answer) && !this.#isDecided(answer, part);
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
    if (!now || !known || !this.isOpen(now, known) || toStableJson(known) !== toStableJson(part))
      return false;
    this.#settle(now, { ...known, ...decision });
    return true;
  }

  /** Allows what needs no visitor. Call when the conversation has changed. */
  follow(): void {
    const { conversation } = this.#options;
    const answer = conversation.state.messages.at(-1);
    if (!answer || this.interruption(answer) !== 'open') return;
    const part = roundOf(answer).find(
      (each) => this.isOpen(answer, each) && this.toolOf(each)?.readOnly === true,
    );
    // The change calls this again, for the next one.
    if (part) this.#settle(answer, { ...part, state: 'allowed' });
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
    if (!way && answered) throw new Error('the backend cannot be told what was answered');
    if (!way) return request;
    const all = this.#options.tools();
    // Of two with one name neither is told.
    const tools = all.filter(({ name }) => findTool(all, name));
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

  #settle(answer: ChatMessage, part: InterruptPart): void {
    this.#decided.set(keyOf(answer, part), toStableJson(part));
    this.#options.conversation.change(withInterrupt(answer, part));
  }

  /** Another page may have decided otherwise a moment later. */
  #isDecided(answer: ChatMessage, part: InterruptPart): boolean {
    return this.#decided.get(keyOf(answer, part)) === toStableJson(part);
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
    if (!tool || this.#begun.has(key)) return { state: 'failed', answer: 'The page does not run this.' };
    this.#begun.add(key);
    const { limitMs } = this.#options;
    return runTool(tool, part.input, { signal, ...(limitMs !== undefined && { limitMs }) });
  }
}

/** A message with an interrupt in another state; once the backend is told, its tool is in that state, too. */
function withInterrupt(message: ChatMessage, part: InterruptPart): ChatMessage {
  const known = interruptsOf(message).find(({ id }) => id === part.id);
  const parts = message.parts.map((each) => {
    if (each === known) return part;
    const isTool = each.type === 'tool' && each.id === (part.callId ?? part.id) && part.isSent;
    return isTool ? { ...each, state: TOOL_STATES[part.state] ?? each.state ?? 'done' } : each;
  });
  return { ...message, parts };
}

/** Names an interrupt among those of all messages. */
export function keyOf({ id }: ChatMessage, part: InterruptPart): string {
  return `${id} ${part.id}`;
}
