import { Conversation } from '../../widget/conversation/conversation.ts';
import { Drafts } from '../../widget/conversation/drafts.ts';
import { RecordStore } from '../../widget/conversation/record-store.ts';
import { unfinishedQuestion } from '../../widget/conversation/state-tree.ts';
import { isAnswering } from '../../widget/conversation/state.ts';
import { StorageWithMemory } from '../../widget/conversation/storage-with-memory.ts';
import { PageLock } from '../../widget/conversation/turn-lock.ts';
import { textOf } from '../../widget/protocol/chat-message.ts';
import { FakeLocks } from './fake-locks.ts';
import { MapStorage } from './map-storage.ts';
import { PageStorage } from './page-storage.ts';
import { type AreaView, SharedArea } from './shared-area.ts';
import { REQUEST } from './streams.ts';
import { type BackendOptions, WorldBackend } from './world-backend.ts';

/** The features of the simulated browser, and of its backend. */
export interface WorldOptions extends Omit<BackendOptions, 'now'> {
  /** Whether conversations are stored for the tab, or for all tabs. */
  readonly persist?: 'session' | 'local';
  readonly hasLocks?: boolean;
  /** Whether connections of a page that was left continue, as in Chromium. */
  readonly keepsStreams?: boolean;
}

/** In milliseconds: when a write of one process is visible to all. The longest that was measured is 9 ms. */
const DELIVERY_MS = 10;

interface Timer {
  readonly at: number;
  readonly page: WorldPage;
  readonly callback: () => void;
}

/** One simulated browser with several tabs on one site: tests move its clock, its storage and its locks. */
export class TabWorld {
  readonly persist: 'session' | 'local';
  readonly keepsStreams: boolean;
  readonly area = new SharedArea();
  readonly pages: WorldPage[] = [];
  readonly backend: WorldBackend;
  readonly locks: FakeLocks | undefined;
  now = 1_000_000;
  ids = 0;
  #tabs = 0;
  #timers: Timer[] = [];

  constructor(options: WorldOptions = {}) {
    const { persist = 'local', hasLocks = true, keepsStreams = true, ...backend } = options;
    this.persist = persist;
    this.keepsStreams = keepsStreams;
    this.locks = hasLocks ? new FakeLocks() : undefined;
    this.backend = new WorldBackend({ ...backend, now: () => this.now });
  }

  /** Opens a page of the site in a new tab. */
  open(): WorldPage {
    return new WorldTab(this, `tab${this.#tabs++}`).open();
  }

  get living(): readonly WorldPage[] {
    return this.pages.filter(({ isAlive }) => isAlive);
  }

  /** The pages that a visitor can see. */
  get shown(): readonly WorldPage[] {
    return this.living.filter(({ isAway }) => !isAway);
  }

  after(page: WorldPage, milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.now + milliseconds, page, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass; timers of pages that do not run wait. Writes are visible to all pages after 10 ms. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await this.settle();
    for (;;) {
      const due = this.#timers
        .filter(({ at, page }) => at <= end && page.isRunning)
        .toSorted((a, b) => a.at - b.at)[0];
      const next = Math.max(due?.at ?? end, this.now);
      if (next - this.now >= DELIVERY_MS && this.#isOnItsWay) {
        this.now += DELIVERY_MS;
        await this.deliverAll();
      } else {
        this.now = next;
        if (!due) break;
        this.#timers = this.#timers.filter((timer) => timer !== due);
        due.callback();
        await this.settle();
      }
    }
  }

  /** Every answer that is streaming gets one more word. */
  async say(): Promise<void> {
    this.backend.say();
    await this.settle();
  }

  /** Makes all writes visible to all pages. */
  async deliverAll(): Promise<void> {
    this.area.deliverAll();
    for (const page of this.living) while (page.hear());
    await this.settle();
  }

  /** Takes the network away, or brings it back. */
  async setOffline(isOffline: boolean): Promise<void> {
    if (this.backend.isOffline === isOffline) return;
    this.backend.isOffline = isOffline;
    for (const page of this.living) {
      if (isOffline) page.breakConnections();
      else if (page.isRunning) page.conversation.wake();
    }
    this.backend.wake();
    await this.settle();
  }

  /** Resolves when everything that runs by itself has ended. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await undefined;
  }

  /** Wakes the pages, restores the network, completes all answers, and delivers all writes. */
  async rest(): Promise<void> {
    await this.setOffline(false);
    for (const page of this.shown) page.thaw();
    for (let round = 0, quiet = 0; round < 400 && quiet < 3; round++) {
      await this.settle();
      await this.say();
      await this.pass(1_000);
      quiet = this.shown.every(({ isAtRest }) => isAtRest) && !this.#isOnItsWay ? quiet + 1 : 0;
    }
  }

  get #isOnItsWay(): boolean {
    return this.area.isOnItsWay || this.living.some(({ hasNews }) => hasNews);
  }
}

/** One tab: its pages share one process and one session storage. */
export class WorldTab {
  readonly world: TabWorld;
  readonly name: string;
  readonly session = new MapStorage();
  readonly view: AreaView;
  readonly pages: WorldPage[] = [];

  constructor(world: TabWorld, name: string) {
    this.world = world;
    this.name = name;
    this.view = world.area.open(() => this.tell());
  }

  /** Opens a page in the tab, as a link does. */
  open(): WorldPage {
    const page = new WorldPage(this);
    this.pages.push(page);
    this.world.pages.push(page);
    void page.conversation.resume();
    return page;
  }

  /** Notifies all pages of the tab, except the one that has written, of a change. */
  tell(writer?: WorldPage): void {
    for (const page of this.pages) if (page !== writer) page.note();
  }
}

/** One page with its conversation. */
export class WorldPage {
  readonly tab: WorldTab;
  readonly name: string;
  readonly conversation: Conversation;
  readonly store: RecordStore;
  isAlive = true;
  isFrozen = false;
  /** Whether the page was left, and is in the back/forward cache. */
  isAway = false;
  breaks = 0;
  #news = 0;
  #waiting: (() => void)[] = [];

  constructor(tab: WorldTab) {
    const { world } = tab;
    this.tab = tab;
    this.name = `${tab.name}-${tab.pages.length}`;
    const now = (): number => world.now;
    const after = (milliseconds: number, callback: () => void): (() => void) =>
      world.after(this, milliseconds, callback);
    const tell = (): void => tab.tell(this);
    const ofTab = new PageStorage(tab.session, this, tell);
    const ofPage = world.persist === 'local' ? new PageStorage(tab.view, this, tell) : ofTab;
    const kept = new StorageWithMemory(() => ofPage);
    this.store = new RecordStore({ storage: kept, instance: 'world', now });
    this.conversation = new Conversation({
      transport: () => world.backend.transportOf(this),
      buildRequest: (messages) => ({ ...REQUEST, messages }),
      address: () => REQUEST,
      knowsKeys: () => world.backend.knowsKeys,
      historyLimit: () => 20,
      store: this.store,
      drafts: new Drafts({
        tab: new StorageWithMemory(() => ofTab),
        lasting: world.persist === 'local' ? kept : undefined,
        instance: 'world',
      }),
      lock: new PageLock({
        name: () => this.conversation.state.id,
        locks: world.locks?.of(this),
        isShared: world.persist === 'local',
        lastHeard: () => this.conversation.lastHeard,
        now,
        after,
      }),
      network: { isOnline: () => !world.backend.isOffline },
      after,
      createId: () => `${this.name}-${String(++world.ids).padStart(3, '0')}`,
      now,
    });
  }

  get isRunning(): boolean {
    return this.isAlive && !this.isFrozen && !this.isAway;
  }

  get hasNews(): boolean {
    return this.#news > 0 && this.isRunning;
  }

  get isAtRest(): boolean {
    const { state } = this.conversation;
    const isWaiting = state.waiting.length > 0 || state.messages.some(({ status }) => status === 'waiting');
    return !isAnswering(state) && !isWaiting && unfinishedQuestion(state) === undefined;
  }

  /** `role status text` of every message. */
  get transcript(): readonly string[] {
    return this.conversation.state.messages.map(
      (message) => `${message.role} ${message.status} ${textOf(message)}`,
    );
  }

  /** Whether a `storage` event for the page is pending. */
  note(): void {
    if (this.isAlive) this.#news++;
  }

  /** Delivers the oldest pending `storage` event. Returns false where none is pending. */
  hear(): boolean {
    if (!this.hasNews) return false;
    this.#news--;
    this.conversation.refresh();
    return true;
  }

  whenRunning(callback: () => void): void {
    if (this.isRunning) callback();
    else this.#waiting.push(callback);
  }

  breakConnections(): void {
    this.breaks++;
  }

  /** Freezes the page, as a browser does with hidden pages. */
  freeze(): void {
    this.conversation.save();
    this.isFrozen = true;
    this.tab.view.isFrozen = true;
  }

  thaw(): void {
    if (this.isFrozen) this.#run();
  }

  /** Ends the process without any event. */
  crash(): void {
    for (const page of this.tab.pages) page.drop();
  }

  /** Leaves the page for another page of the tab; the page ends. */
  close(): void {
    this.conversation.handleLeft();
    this.drop();
  }

  drop(): void {
    this.isAlive = false;
    this.tab.world.locks?.release(this);
  }

  /** Leaves the page for another page of the tab; the page is kept in the back/forward cache. */
  leave(): void {
    const { world } = this.tab;
    this.conversation.handleLeft();
    this.isAway = true;
    if (!world.keepsStreams) this.breakConnections();
  }

  /** Shows the page again, as Back does. */
  show(): void {
    if (this.isAway && this.isAlive) this.#run();
  }

  #run(): void {
    this.isFrozen = false;
    this.isAway = false;
    const { view, world } = this.tab;
    view.isFrozen = false;
    // Writes of the meantime are visible at once; the events for them come later.
    while (view.hasMail) view.receive();
    this.conversation.wake();
    for (const callback of this.#waiting.splice(0)) callback();
    world.backend.wake();
  }
}
