import { Conversation } from '../../widget/conversation/conversation.ts';
import { openTranscriptStore } from '../../widget/conversation/persistence.ts';
import { StorageWithMemory } from '../../widget/conversation/storage-with-memory.ts';
import { SharedStore } from '../../widget/conversation/tabs/shared-store.ts';
import { TabSync } from '../../widget/conversation/tabs/tab-sync.ts';
import type { TabChannel } from '../../widget/conversation/tabs/tab-sync-options.ts';
import { TurnLock } from '../../widget/conversation/tabs/turn-lock.ts';
import { ThreadRecords } from '../../widget/conversation/thread-records.ts';
import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { ChatEvent } from '../../widget/protocol/chat-event.ts';
import { textOf } from '../../widget/protocol/chat-message.ts';
import type { ResumePoint } from '../../widget/protocol/resume-point.ts';
import { STOPPED, type Transport } from '../../widget/protocol/transport.ts';
import { REQUEST } from './streams.ts';

/** What a browser of the world has. */
export interface WorldOptions {
  readonly hasChannel?: boolean;
  readonly hasLocks?: boolean;
}

/** An answer of the world's backend, which goes on when its reader is gone. */
interface Answer {
  readonly words: readonly string[];
  /** How many words it has said. */
  said: number;
  isStopped: boolean;
}

const WORDS = ['one ', 'two ', 'three ', 'four ', 'five '];

/** One browser with several tabs on one site: its storage, its clock, its messages and its locks move by hand. */
export class TabWorld {
  readonly entries = new Map<string, string>();
  readonly tabs: WorldTab[] = [];
  readonly answers = new Map<string, Answer>();
  /** The answer to each key. */
  readonly answersByKey = new Map<string, string>();
  readonly hasChannel: boolean;
  readonly locks: FakeLocks | undefined;
  /** No tab has a network. */
  isOffline = false;
  /** The backend answers a key once. */
  knowsKeys = false;
  /** The backend keeps the rest of an answer. */
  hasRest = true;
  now = 1_000_000;
  ids = 0;
  #timers: { readonly at: number; readonly tab: WorldTab; readonly callback: () => void }[] = [];
  #wakers: (() => void)[] = [];

  constructor({ hasChannel = true, hasLocks = true }: WorldOptions = {}) {
    this.hasChannel = hasChannel;
    this.locks = hasLocks ? new FakeLocks() : undefined;
  }

  /** Opens a page of the site in a new tab. */
  open(): WorldTab {
    const tab = new WorldTab(this);
    this.tabs.push(tab);
    return tab;
  }

  get living(): readonly WorldTab[] {
    return this.tabs.filter(({ isAlive }) => isAlive);
  }

  after(tab: WorldTab, milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.now + milliseconds, tab, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Time passes; timers of frozen tabs wait. Messages are on their way for half a second at most. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 500) {
      await this.#pass(Math.min(left, 500));
      if (left >= 500)
        for (const tab of this.living) while (tab.isRunning && tab.inbox.length > 0) await this.deliver(tab);
    }
  }

  async #pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      const due = this.#timers
        .filter(({ at, tab }) => at <= end && tab.isRunning)
        .toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.now = Math.max(this.now, due.at);
      due.callback();
      await this.settle();
    }
    this.now = end;
  }

  /** Every answer that is on its way says one more word. */
  async say(): Promise<void> {
    for (const answer of this.answers.values())
      if (!answer.isStopped) answer.said = Math.min(answer.said + 1, answer.words.length + 1);
    for (const wake of this.#wakers.splice(0)) wake();
    await this.settle();
  }

  /** Resolves when an answer has said more, or was stopped. */
  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wakers.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Delivers the oldest message to a tab. */
  async deliver(tab: WorldTab): Promise<void> {
    if (tab.isRunning) tab.inbox.shift()?.();
    await this.settle();
  }

  /** Everything that is on its way arrives. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 60; turn++) await undefined;
  }

  /** All tabs wake, all answers come to their ends, all messages arrive. */
  async rest(): Promise<void> {
    for (const tab of this.living) tab.thaw();
    for (let round = 0; round < 40; round++) {
      await this.say();
      for (const tab of this.living) while (tab.inbox.length > 0) await this.deliver(tab);
      await this.pass(1_000);
      for (const tab of this.living) tab.sync.refresh();
      await this.settle();
    }
  }
}

/** One tab with its conversation. */
export class WorldTab {
  readonly world: TabWorld;
  readonly inbox: (() => void)[] = [];
  readonly conversation: Conversation;
  readonly sync: TabSync;
  readonly name: string;
  isAlive = true;
  isFrozen = false;
  listener: ((message: unknown) => void) | undefined;

  constructor(world: TabWorld) {
    this.world = world;
    this.name = `tab${world.tabs.length}`;
    const createId = (): string => `${this.name}-${String(++world.ids).padStart(3, '0')}`;
    const now = (): number => world.now;
    const defaults = { createId, now };
    const after = (milliseconds: number, callback: () => void): (() => void) =>
      world.after(this, milliseconds, callback);
    this.sync = new TabSync({
      tab: this.name,
      store: new SharedStore(
        openTranscriptStore(new StorageWithMemory(() => this.#storage), 'world'),
        defaults,
      ),
      channel: world.hasChannel ? this.#channel : undefined,
      lock: new TurnLock({
        name: 'world',
        locks: world.locks?.of(this),
        hasChannel: world.hasChannel,
        after,
      }),
      defaults,
      after,
    });
    this.conversation = new Conversation({
      transport: () => this.#transport,
      buildRequest: (messages) => ({ ...REQUEST, messages }),
      address: () => REQUEST,
      knowsKeys: () => world.knowsKeys,
      historyLimit: () => 20,
      store: this.sync,
      tabs: this.sync,
      threads: new ThreadRecords(new StorageWithMemory(() => this.#storage), 'world'),
      createId,
      now,
    });
    void this.conversation.resume();
  }

  get isRunning(): boolean {
    return this.isAlive && !this.isFrozen;
  }

  /** `role status text` of every message. */
  get transcript(): readonly string[] {
    return this.conversation.state.messages.map(
      (message) => `${message.role} ${message.status} ${textOf(message)}`,
    );
  }

  /** The process ends without a word. */
  crash(): void {
    this.isAlive = false;
    this.world.locks?.drop(this);
  }

  /** The page is left: it stores, and its process ends. */
  close(): void {
    this.conversation.save();
    this.crash();
  }

  thaw(): void {
    this.isFrozen = false;
    this.sync.refresh();
  }

  get #storage() {
    const { entries } = this.world;
    const told = (): void => {
      if (!this.isAlive) return;
      for (const other of this.world.living) if (other !== this) other.inbox.push(() => other.sync.refresh());
    };
    return {
      length: 0,
      key: () => null,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!this.isAlive) return;
        entries.set(key, value);
        told();
      },
      removeItem: (key: string) => {
        if (!this.isAlive) return;
        entries.delete(key);
        told();
      },
    };
  }

  get #channel(): TabChannel {
    return {
      post: (message) => {
        if (!this.isAlive) return;
        const data: unknown = structuredClone(message);
        for (const other of this.world.living)
          if (other !== this) other.inbox.push(() => other.listener?.(data));
      },
      listen: (listener) => (this.listener = listener),
    };
  }

  get #transport(): Transport {
    const { world } = this;
    return {
      send: (request, signal) => {
        if (world.isOffline) throw new ChatError('offline', 'the world has no network');
        const known = world.knowsKeys ? world.answersByKey.get(request.key ?? '') : undefined;
        if (known !== undefined) return this.#read(known, undefined, signal);
        const queryId = `q${world.answers.size}`;
        world.answersByKey.set(request.key ?? '', queryId);
        const question = request.messages.at(-1)?.content ?? '';
        const words = WORDS.map((word) => `${question}.${word}`);
        world.answers.set(queryId, { words, said: 0, isStopped: false });
        return this.#read(queryId, undefined, signal);
      },
      resume: (_address, point, signal) =>
        this.#read(world.hasRest ? (point.queryId ?? '') : '', point, signal),
    };
  }

  async *#read(
    queryId: string,
    point: ResumePoint | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, undefined> {
    const { world } = this;
    const answer = world.answers.get(queryId);
    if (!answer || answer.isStopped) return;
    if (answer.words[0]?.startsWith('fail'))
      return yield { type: 'error', code: 'model-busy', message: 'busy' };
    const pointAt = (after: number): ResumePoint => ({
      url: 'https://chat.example/api/chat',
      queryId,
      after,
      at: world.now,
    });
    if (!point) yield { type: 'start', queryId, resumePoint: pointAt(0) };
    for (let read = point?.after ?? 0; ; read++) {
      while (answer.said <= read && !answer.isStopped) {
        await world.news(signal);
        if (signal.aborted) {
          if (signal.reason === STOPPED) answer.isStopped = true;
          throw signal.reason;
        }
        // A tab that is gone or frozen reads no more.
        while (!this.isRunning) await world.news(signal);
      }
      if (answer.isStopped) return;
      const word = answer.words[read];
      if (word === undefined) return yield { type: 'done', queryId, finishReason: 'stop' };
      yield { type: 'token', token: word, resumePoint: pointAt(read + 1) };
    }
  }
}

/** Web Locks of one name. */
class FakeLocks {
  #queue: { readonly tab: WorldTab; readonly grant: () => Promise<unknown> | undefined }[] = [];
  #holder: WorldTab | undefined;
  #turn = 0;

  of(tab: WorldTab): Pick<LockManager, 'request'> {
    const request = (
      _name: string,
      { signal }: LockOptions,
      callback: () => Promise<unknown>,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const entry = {
          tab,
          grant: () => {
            const held = Promise.resolve(callback());
            void held.then(resolve, reject);
            return held;
          },
        };
        this.#queue.push(entry);
        signal?.addEventListener('abort', () => {
          if (!this.#queue.includes(entry)) return;
          this.#queue = this.#queue.filter((other) => other !== entry);
          reject(signal.reason);
        });
        this.#next();
      });
    return { request: request as LockManager['request'] };
  }

  /** The browser takes what a tab had. */
  drop(tab: WorldTab): void {
    this.#queue = this.#queue.filter((entry) => entry.tab !== tab);
    if (this.#holder === tab) this.#free();
  }

  #free(): void {
    this.#holder = undefined;
    this.#turn++;
    this.#next();
  }

  #next(): void {
    if (this.#holder) return;
    const entry = this.#queue.shift();
    if (!entry) return;
    this.#holder = entry.tab;
    const turn = ++this.#turn;
    // The browser asks in another task.
    void Promise.resolve()
      .then(() => (entry.tab.isAlive ? entry.grant() : undefined))
      .finally(() => turn === this.#turn && this.#free());
  }
}
