import { dropUndefined } from '../../protocol/json.ts';
import { STOPPED } from '../../protocol/transport.ts';
import type { Transcript, TranscriptStore } from '../persistence.ts';
import { type ConversationState, isAnswering } from '../state.ts';
import { mergeShared } from './shared-store.ts';
import { branchesOf, newsSince } from './shared-transcript.ts';
import { readTabMessage, type Shared } from './tab-message.ts';
import { areSame } from '../are-same.ts';
import { lastQuestion, NOTHING, TabState } from './tab-state.ts';
import type { TabbedConversation, Tabs } from '../tabs.ts';
import type { EnteringTurn } from '../turn-queue.ts';
import type { TabSyncOptions } from './tab-sync-options.ts';
import type { Release } from './turn-lock.ts';

/** Time between two messages to other tabs while an answer grows. */
const NEWS_INTERVAL_MS = 100;

/** Time between two signs of life of a tab that streams. */
const BEAT_MS = 2_000;

/** Time for the last message of a tab that gave the lock away to arrive. */
const GRACE_MS = 300;

/**
 * Keeps a conversation the same in all tabs of a site. Tabs store and send a state that merges in any order
 * ({@link mergeShared}), so a tab that slept, or that hears of a change late, neither loses nor brings back anything.
 */
export class TabSync implements TranscriptStore, Tabs {
  readonly #options: TabSyncOptions;
  readonly #disposal = new AbortController();
  readonly #state: TabState;
  #conversation: TabbedConversation | undefined;
  /** The state that was sent to other tabs. */
  #posted = NOTHING;
  /** This tab streams, or has asked for the lock to do so. */
  #isRunner = false;
  #isWaiting = false;
  /** The lock, for the turn that goes on with another tab's answer. */
  #handover: Release | undefined;
  #cancelNews: (() => void) | undefined;
  #cancelBeat: () => void = () => undefined;

  constructor(options: TabSyncOptions) {
    this.#options = options;
    this.#state = new TabState(options.tab);
  }

  get isAnsweredElsewhere(): boolean {
    return this.#state.isAnsweredElsewhere;
  }

  /** A full storage has kept a part of the conversation, and no other tab has sent the rest. */
  get isShort(): boolean {
    return this.#state.isShort;
  }

  load(): Transcript | undefined {
    const { store } = this.#options;
    const stored = store.read();
    if (!stored) return undefined;
    this.#state.load(stored);
    this.#posted = stored;
    const { feedback, resumePoint, asked } = stored.turn.value;
    const facts = { feedback, resumePoint, asked };
    return { ...branchesOf(stored.transcript), ...dropUndefined<Partial<Transcript>>(facts) };
  }

  /** Merges this tab's changes with those that other tabs have stored, stores the result and sends it to them. */
  save(): void {
    this.#share();
    this.#readStore();
    this.#options.store.write(this.#state.shared);
    this.#post();
    // The caller is in the middle of a change, and may have kept news of other tabs waiting.
    queueMicrotask(() => {
      this.#show();
      this.#waitForOtherTab(true);
    });
  }

  /** It hears of other tabs by itself. */
  isOverwritten(): boolean {
    return false;
  }

  attach(conversation: TabbedConversation): void {
    const { channel } = this.#options;
    const { holder } = conversation;
    this.#conversation = conversation;
    this.#state.markShown(holder.state);
    holder.subscribe(({ type }) => type === 'delta' && this.#postSoon());
    channel?.listen((message) => this.#receive(message));
    channel?.post({ type: 'hello', needsAll: this.#state.isShort });
    this.#show();
    this.#waitForOtherTab(false);
  }

  /** Takes over the changes that other tabs have stored. Call when the page comes back to the front, and when the storage changes. */
  refresh(): void {
    const hasNews = this.#readStore();
    if (hasNews) {
      this.#options.lock.keepWaiting();
      this.#show();
    }
    this.#waitForOtherTab(hasNews);
  }

  /** Call when a page that was left is shown again. */
  wake(): void {
    this.#options.channel?.post({ type: 'hello', needsAll: this.#state.isShort });
    this.refresh();
  }

  async enter({ signal, ended }: EnteringTurn): Promise<void> {
    const lock = this.#handover ?? this.#options.lock.acquire(signal);
    // The turn is stored with its question: a page that is left before it has the lock leaves a question that others ask.
    this.#isRunner = !this.isAnsweredElsewhere;
    const release = await lock;
    this.#handover = undefined;
    void ended.then(release);
    this.#readStore();
    this.#show();
    const state = this.#conversation?.holder.state;
    if (signal.aborted || !state) return;
    this.#state.share(state);
    this.#state.moveToEnd(lastQuestion(state.messages));
    const branches = this.#state.visible(state.messages);
    if (!areSame(branches.messages, state.messages)) this.#adopt(branches);
    this.#isRunner = true;
    this.save();
    this.#beat();
  }

  stopOther(): void {
    if (this.isAnsweredElsewhere) this.#options.channel?.post({ type: 'stop' });
  }

  /** Lets go of the other tabs. */
  dispose(): void {
    this.#disposal.abort();
    this.#cancelNews?.();
    this.#cancelBeat();
  }

  /** A turn runs in this tab, or waits for the lock. */
  get #isHere(): boolean {
    return this.#conversation?.turns.isRunning ?? false;
  }

  #receive(value: unknown): void {
    const message = readTabMessage(value, this.#options.defaults);
    if (!message || this.#disposal.signal.aborted) return;
    switch (message.type) {
      case 'hello':
        if (this.#isRunner || message.needsAll) this.#post(NOTHING);
        return;
      case 'stop':
        if (this.#isRunner) this.#conversation?.turns.stop();
        return;
      case 'clear':
        return this.#conversation?.clear();
      case 'news':
        this.#options.lock.keepWaiting();
        this.#state.merge(message.news);
        this.#posted = mergeShared(this.#posted, message.news);
        this.#show();
        this.#waitForOtherTab(true);
    }
  }

  /** Waits for the end of another tab's turn, or of that tab. `wasHeard`: the tab has just spoken. */
  #waitForOtherTab(wasHeard: boolean): void {
    if (!this.isAnsweredElsewhere || this.#isWaiting || this.#isHere) return;
    this.#isWaiting = true;
    this.#wait(wasHeard, !wasHeard);
  }

  /** `isBehind`: the other tab's request for the lock was before this one, if that tab is there. */
  #wait(wasHeard: boolean, isBehind: boolean): void {
    const { lock } = this.#options;
    const { question } = this.#state.shared.turn.value;
    const go = (release: Release): void => {
      this.#readStore();
      const isSame = question === this.#state.shared.turn.value.question;
      return isBehind && isSame ? this.#takeOver(release) : this.#doubt(release);
    };
    // Rejected when this tab is gone.
    lock.wait(this.#disposal.signal, wasHeard).then(go, () => undefined);
  }

  /** The lock is free: the other tab's turn has ended, and its message is on its way, or its next turn waits behind this tab. */
  #doubt(release: Release): void {
    release();
    this.#options.after(GRACE_MS, () => {
      this.#readStore();
      if (this.isAnsweredElsewhere) this.#wait(true, true);
      else this.#endWait();
    });
  }

  /** Goes on with the answer of a tab that is gone. */
  #takeOver(release: Release): void {
    const conversation = this.#conversation;
    if (!conversation || !this.isAnsweredElsewhere || this.#isHere) {
      release();
      return this.#endWait();
    }
    const { runner: _gone, ...turn } = this.#state.shared.turn.value;
    this.#state.setTurn({ ...turn, status: 'ready' });
    this.#state.moveToEnd(turn.question);
    this.#isWaiting = false;
    this.#handover = release;
    this.#adopt({ ...this.#state.visible(), resumePoint: turn.resumePoint, asked: turn.asked });
    void conversation.resume();
    if (this.#isHere) return;
    this.#handover = undefined;
    this.#state.forgetShownTurn();
    this.#show();
    conversation.holder.saveVisitorChange();
    release();
  }

  #endWait(): void {
    this.#isWaiting = false;
    this.#show();
  }

  /** Takes over the stored state; false where it holds nothing new. */
  #readStore(): boolean {
    const stored = this.#options.store.read();
    return stored !== undefined && this.#state.merge(stored);
  }

  /** Shows the changes of other tabs. While a turn runs here they wait, unless another tab has ended the turn. */
  #show(): void {
    const conversation = this.#conversation;
    if (!conversation || this.#disposal.signal.aborted) return;
    const { state } = conversation.holder;
    if (this.#isHere) return this.#yield(conversation);
    this.#adopt(this.#state.news(state) ?? {});
  }

  /** Another tab has removed or hidden the question of this tab's turn, or has taken the turn over: nobody waits for it here. */
  #yield({ holder, turns, isLeft }: TabbedConversation): void {
    const { messages } = holder.state;
    const own = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
    const isGone = own.some(({ id }) => this.#state.isGone(id));
    if (!isGone && !(this.#isRunner && this.#state.isTakenOver(holder.state))) return;
    turns.abandon()(isGone && !isLeft() ? STOPPED : undefined);
    this.#isRunner = false;
    // Fewer words than the other tab has would replace them.
    if (isGone || this.#state.hasMoreWords(holder.state)) this.#state.share(holder.state);
    else this.#state.markShown(holder.state);
    if (isGone) {
      this.#state.dropOrphans();
      this.#state.setTurn({ status: 'ready' });
    }
    this.#state.forgetShownTurn();
    this.#show();
    holder.saveVisitorChange();
  }

  #adopt(facts: Partial<ConversationState>): void {
    const holder = this.#conversation?.holder;
    if (!holder || Object.keys(facts).length === 0) return;
    holder.adopt(facts);
    this.#state.markShown(holder.state);
  }

  /** Takes this tab's changes into the shared state. */
  #share(): void {
    const state = this.#conversation?.holder.state;
    if (!state) return;
    this.#state.share(state);
    if (!this.#isRunner) return;
    this.#state.shareTurn(state);
    this.#isRunner = isAnswering(state);
  }

  #postSoon(): void {
    if (!this.#isRunner) return;
    this.#cancelNews ??= this.#options.after(NEWS_INTERVAL_MS, () => {
      this.#cancelNews = undefined;
      this.#share();
      this.#post();
    });
  }

  #post(known: Shared = this.#posted): void {
    const { channel, tab } = this.#options;
    const { shared } = this.#state;
    if (known === shared) return;
    this.#posted = shared;
    const transcript = newsSince(known.transcript, shared.transcript);
    channel?.post({ type: 'news', from: tab, news: { ...shared, transcript } });
  }

  /** Gives a sign of life at intervals while this tab streams. */
  #beat(): void {
    this.#cancelBeat();
    if (!this.#isRunner) return;
    this.#cancelBeat = this.#options.after(BEAT_MS, () => {
      this.#share();
      if (this.#options.channel) this.#post();
      else this.#options.store.write(this.#state.shared);
      this.#beat();
    });
  }
}
