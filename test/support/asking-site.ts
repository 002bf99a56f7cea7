import { Conversation } from '../../widget/conversation/conversation.ts';
import { createId } from '../../widget/conversation/create-id.ts';
import { conversationId } from '../../widget/conversation/line.ts';
import { RecordStore } from '../../widget/conversation/record-store.ts';
import { StorageWithMemory } from '../../widget/conversation/storage-with-memory.ts';
import { isAnswering } from '../../widget/conversation/state.ts';
import { PageLock } from '../../widget/conversation/turn-lock.ts';
import { type Decision, Interrupts } from '../../widget/interrupts/interrupts.ts';
import type { PageTool } from '../../widget/interrupts/page-tool.ts';
import { interruptsOf } from '../../widget/interrupts/round.ts';
import { type ChatMessage, type InterruptPart, textOf } from '../../widget/protocol/chat-message.ts';
import { formatRequest } from '../../widget/protocol/format-request.ts';
import type { RequestFormat } from '../../widget/protocol/request-format.ts';
import type { Transport } from '../../widget/protocol/transport.ts';
import { AgentsTransport } from '../../widget/transport/agents-transport.ts';
import { AnswerText } from '../../widget/transport/answer-text.ts';
import { FORMATS } from '../../widget/transport/choose-framing.ts';
import { HttpTransport } from '../../widget/transport/http-transport.ts';
import { ResumingTransport } from '../../widget/transport/resuming-transport.ts';
import { FakeLocks, type LockOwner } from './fake-locks.ts';
import { MapStorage } from './map-storage.ts';
import { PageStorage } from './page-storage.ts';
import { until } from './until.ts';

/** A site whose pages all talk to one agent. */
export interface AskingSiteOptions {
  readonly format: RequestFormat;
  /** Answers a POST, as the agent's server does. */
  readonly answer?: (request: Request) => Promise<Response> | Response;
  /** Instead of `post`: the address of an agent at a WebSocket. */
  readonly socket?: string;
  /** The tools that each page has. */
  readonly tools?: () => readonly PageTool[];
  /** The time limit of a tool. */
  readonly limitMs?: number;
}

const URL_OF_AGENT = 'https://agent.example/api/chat';

/** Pages in tabs of one browser: they share the storage, and receive each other's `storage` events. */
export class AskingSite {
  readonly options: AskingSiteOptions;
  readonly storage = new MapStorage();
  readonly locks = new FakeLocks();
  readonly pages: AskingPage[] = [];

  constructor(options: AskingSiteOptions) {
    this.options = options;
  }

  open(): AskingPage {
    const page = new AskingPage(this);
    this.pages.push(page);
    return page;
  }

  /** Leaves the page in the middle of everything, and opens the next page of its tab. */
  reload(page: AskingPage): AskingPage {
    page.leave();
    return this.open();
  }

  tell(writer: AskingPage): void {
    for (const page of this.pages)
      if (page !== writer) setTimeout(() => page.isAlive && page.conversation.refresh());
  }
}

/** A page with a chat: its conversation, and the interrupts of its answers. */
export class AskingPage implements LockOwner {
  readonly #site: AskingSite;
  readonly conversation: Conversation;
  readonly interrupts: Interrupts;
  isAlive = true;
  readonly isAway = false;

  constructor(site: AskingSite) {
    this.#site = site;
    const { format, socket, tools = () => [], limitMs } = site.options;
    const storage = new PageStorage(site.storage, this, () => site.tell(this));
    const http = new HttpTransport({ stallTimeoutMs: 0, fetch: async (url, init) => this.#fetch(url, init) });
    const inner =
      socket === undefined
        ? http
        : new AgentsTransport({ stallTimeoutMs: () => 0, formats: { ...FORMATS, AnswerText } });
    const transport: Transport = new ResumingTransport(inner, inner);
    const address = { url: URL_OF_AGENT, headers: {}, credentials: 'omit' } as const;
    this.conversation = new Conversation({
      transport: () => transport,
      buildRequest: (messages, signal, turn) => {
        const sessionId = conversationId(this.conversation.state) ?? '';
        const body = formatRequest(format, messages, {}, { sessionId, key: turn.key });
        const url = socket === undefined ? URL_OF_AGENT : `${socket}/${sessionId}`;
        const replay = socket === undefined ? {} : { replayUrl: url };
        return this.interrupts.complete({ ...address, url, ...replay, body, messages }, { ...turn, signal });
      },
      address: () => address,
      interruption: (answer) => this.interrupts.interruption(answer),
      historyLimit: () => 20,
      store: new RecordStore({ storage: new StorageWithMemory(() => storage), instance: 'asking' }),
      firstId: 'asking',
      lock: new PageLock({
        name: () => this.conversation.state.id,
        locks: site.locks.of(this),
        isShared: true,
        lastHeard: () => this.conversation.lastHeard,
        now: Date.now,
        after: soon,
      }),
      now: Date.now,
      after: soon,
      createId,
    });
    this.interrupts = new Interrupts({
      conversation: this.conversation,
      tools,
      format: () => (socket === undefined ? format : 'agents'),
      ...(limitMs !== undefined && { limitMs }),
    });
    this.conversation.subscribe(() => this.interrupts.follow());
    this.interrupts.follow();
    void this.conversation.resume();
  }

  get answer(): ChatMessage | undefined {
    return this.conversation.state.messages.findLast(({ role }) => role === 'assistant');
  }

  /** The text of the last answer. */
  get text(): string {
    return this.answer ? textOf(this.answer) : '';
  }

  /** The states of the tools of the last answer. */
  get toolStates(): readonly unknown[] {
    return this.answer?.parts.flatMap((part) => (part.type === 'tool' ? [part.state] : [])) ?? [];
  }

  /** The interrupts that the visitor can answer. */
  get open(): readonly InterruptPart[] {
    const { answer } = this;
    return answer ? interruptsOf(answer).filter((part) => this.interrupts.isOpen(answer, part)) : [];
  }

  /** Asks, and waits for the end of the turn. */
  async ask(text: string): Promise<void> {
    await this.conversation.send(text);
  }

  /** Answers the first open interrupt. Returns false where none is open. */
  decide(decision: Decision): boolean {
    const { answer, open } = this;
    const [part] = open;
    return answer !== undefined && part !== undefined && this.interrupts.decide(answer, part, decision);
  }

  /** Waits until no turn runs, and none is left to continue. */
  async rest(): Promise<void> {
    await until(
      () => !isAnswering(this.conversation.state) && typeof this.#next !== 'object',
      (isAtRest) => isAtRest,
    );
  }

  /** Waits until a condition holds, and no turn runs. */
  async settled(look: () => boolean): Promise<void> {
    await until(look, (isSettled) => isSettled);
    await this.rest();
  }

  /** Leaves the page as a browser does: none of its code runs or writes any more. */
  leave(): void {
    this.isAlive = false;
    this.conversation.dispose();
    this.#site.locks.release(this);
  }

  drop(): void {
    this.leave();
  }

  whenRunning(callback: () => void): void {
    callback();
  }

  get #next(): ReturnType<Interrupts['interruption']> {
    const last = this.conversation.state.messages.at(-1);
    return last && this.interrupts.interruption(last);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (init.method === 'GET') return new Response(null, { status: 204 });
    const { answer } = this.#site.options;
    return answer?.(new Request(url, init)) ?? new Response(null, { status: 404 });
  }
}

/** Fires timers after a tenth of their time, so that tests are quick. */
function soon(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds / 10);
  return () => clearTimeout(timer);
}
