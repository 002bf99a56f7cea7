import { textOf } from '../protocol/chat-message.ts';
import { dropUndefined } from '../protocol/json.ts';
import { type Branches, withBranches } from './branches.ts';
import { ChangeListeners, type ChangeListener } from './change-listeners.ts';
import { EMPTY_STATE, reduce, type ConversationAction } from './reducer.ts';
import { answerOf } from './transcript-end.ts';
import type { Drafts } from './drafts.ts';
import type { StoredBranches, TranscriptStore } from './persistence.ts';
import type { ConversationChange, ConversationState } from './state.ts';

/** Time between two writes while words arrive or are typed. */
const SAVE_INTERVAL_MS = 1_000;

/** Where a conversation is stored. */
export interface ConversationStores {
  /** Its messages; absent: nowhere. */
  readonly store?: TranscriptStore | undefined;
  /** The text that is typed and not sent; absent: nowhere. */
  readonly drafts?: Drafts | undefined;
}

/**
 * Holds a conversation's state: every action passes the reducer, every change is reported to listeners, and written: never before
 * the visitor has acted, at once when asked to, and else at most once a second. Without timers: a change that comes too early for a
 * write is written with a later change, or by `save` when the page is left.
 */
export class StateHolder {
  readonly #stores: ConversationStores;
  readonly #now: () => number;
  readonly #parse: (stored: StoredBranches) => Branches;
  readonly #listeners = new ChangeListeners();
  #state: ConversationState;
  #hasVisitorActed = false;
  #isStale = false;
  #savedAt = -Infinity;
  #isClosed = false;

  /** Starts with the stored transcript; `parse` reads its messages. */
  constructor(stores: ConversationStores, now: () => number, parse: (stored: StoredBranches) => Branches) {
    this.#stores = stores;
    this.#now = now;
    this.#parse = parse;
    this.#state = this.#read();
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#state;
  }

  /** After {@link close}: nothing changes any more, and nothing is stored. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `listener` after every change, synchronously. Returns a function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    return this.#listeners.add(listener);
  }

  dispatch(action: ConversationAction): void {
    if (this.#isClosed) return;
    this.#state = reduce(this.#state, action);
    this.#listeners.emit({ type: 'state' });
  }

  emit(change: ConversationChange): void {
    this.#listeners.emit(change);
  }

  /** Whether another page has stored something since this one did. */
  get isOverwritten(): boolean {
    return this.#stores.store?.isOverwritten() ?? false;
  }

  /** Replaces everything by the conversation that another page has stored. */
  reload(): void {
    this.adopt({
      isReconnecting: false,
      resumePoint: undefined,
      asked: undefined,
      hidden: [],
      ...this.#read(),
    });
  }

  /** Takes over the changes that another page has made. */
  adopt(facts: Partial<ConversationState>): void {
    const answer = answerOf(this.#state.messages);
    this.dispatch({ type: 'adopt', facts });
    const grown = this.#state.messages.find(({ id }) => id === answer?.id);
    const [before, after] = [answer ? textOf(answer) : '', grown ? textOf(grown) : ''];
    if (answer && after.length > before.length && after.startsWith(before))
      this.emit({ type: 'delta', id: answer.id, text: after.slice(before.length) });
  }

  /** Whether a later panel finds the conversation in the store. */
  get isStored(): boolean {
    return this.#hasVisitorActed && this.#stores.store !== undefined;
  }

  /** Stores a change that the visitor made or asked for, at once. */
  saveVisitorChange(): void {
    this.#hasVisitorActed = true;
    this.#isStale = true;
    this.save();
  }

  /** Stores one of many changes in a row, such as the tokens of an answer: at most once a second. */
  saveVisitorChangeInTime(): void {
    this.#hasVisitorActed = true;
    this.#isStale = true;
    if (this.#now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save();
  }

  /** Call after a change that the page made: stored only once the visitor has acted. */
  markChangedByPage(): void {
    this.#isStale = true;
  }

  /** Stores all changes since the last write, at once. */
  save(): void {
    if (this.#isClosed || !this.#hasVisitorActed || !this.#isStale) return;
    this.#isStale = false;
    this.#savedAt = this.#now();
    const { messages, hidden, draft, links, resumePoint, asked } = this.#state;
    this.#stores.drafts?.save(draft, this.#savedAt);
    this.#stores.store?.save({ messages, hidden }, { feedback: links?.feedback, resumePoint, asked });
  }

  /** Stores, and stops notifying. The messages are then as they would be read from the store. */
  close(): void {
    this.save();
    this.#isClosed = true;
    this.#listeners.clear();
    this.#state = withBranches(this.#state, this.#parse(this.#state));
  }

  #read(): ConversationState {
    const { store, drafts } = this.#stores;
    const stored = store?.load();
    const state = { ...EMPTY_STATE, draft: drafts?.load() ?? '' };
    if (!stored) return state;
    const { feedback, resumePoint, asked } = stored;
    const links = feedback === undefined ? undefined : { feedback };
    const facts = dropUndefined<Partial<ConversationState>>({ links, resumePoint, asked });
    return withBranches({ ...state, ...facts }, this.#parse(stored));
  }
}
