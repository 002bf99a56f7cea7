import { type ChatMessage, textOf } from '../protocol/chat-message.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { MessageTree } from './line.ts';
import { isFurther, isUnderWay, type MessageRecord } from './message-record.ts';
import { reduce, type ConversationAction } from './reducer.ts';
import { emptyState } from './state-tree.ts';
import type { ChangeListener, ConversationChange, ConversationState } from './state.ts';
import { answerOf } from './transcript-end.ts';

/** Time between two writes while words arrive. */
const SAVE_INTERVAL_MS = 250;

/**
 * Holds a conversation's state. Every action passes the reducer, and every change is reported to listeners and stored: a visitor's
 * change at once, words of an answer four times a second, and nothing before the visitor has acted.
 */
export class StateHolder {
  readonly #options: ConversationOptions;
  readonly #listeners = new Set<ChangeListener>();
  /** The records and picks as they were last read from the storage or written to it. */
  #stored: MessageTree;
  #state: ConversationState;
  #hasVisitorActed = false;
  #isStale = false;
  #savedAt = -Infinity;
  #cancelSave: (() => void) | undefined;
  #changedAt: number;
  #isClosed = false;

  /** Starts with the stored conversation. */
  constructor(options: ConversationOptions) {
    const { store, drafts, now, firstId = 'first' } = options;
    this.#options = options;
    this.#changedAt = now();
    const id = store.shownId ?? firstId;
    this.#stored = store.load(id);
    const empty = { ...emptyState(id), ...drafts?.load() };
    this.#state = reduce(empty, { type: 'switch', id, ...this.#stored });
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#state;
  }

  /** Whether {@link close} was called: from then on nothing changes, and nothing is stored. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** When another page's records were last taken over, or the conversation was opened, in milliseconds since the epoch. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Calls `listener` after every change, synchronously. Returns a function that ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispatch(action: ConversationAction): void {
    if (this.#isClosed) return;
    this.#state = reduce(this.#state, action);
    this.emit({ type: 'state' });
  }

  /** A change that the visitor made or asked for: stored at once. */
  commit(action: ConversationAction): void {
    this.dispatch(action);
    this.saveVisitorChange();
  }

  /** Calls every listener. An error in one is reported to the page, and must not end the visitor's turn. */
  emit(change: ConversationChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** Whether a later panel finds the conversation in the store. */
  get isStored(): boolean {
    return this.#hasVisitorActed;
  }

  /** Shows another conversation, or another page's. */
  switchTo(id: string): void {
    this.save();
    this.#stored = this.#options.store.load(id);
    this.dispatch({ type: 'switch', id, ...this.#stored });
  }

  /**
   * Takes over everything that other pages have stored: of two records of a message the further one. Where another page has
   * written over a further one that this page has, that is put back; nothing is put back that was removed.
   */
  refresh(): void {
    if (this.#isClosed) return;
    const { store, drafts } = this.#options;
    const draft = drafts?.news;
    if (draft) this.dispatch({ type: 'draft', ...draft });
    const { id: shown, records } = this.#state;
    const { shownId = shown } = store;
    const tree = store.load(shown);
    // Stale: some records here are newer than the storage because they were not written yet.
    if (!this.#isStale) this.#putBack(tree);
    if (shownId !== shown) {
      this.switchTo(shownId);
      return store.sweep(shown);
    }
    const news = [...tree.records.values()].filter((record) => {
      const own = records.get(record.message.id);
      return !own || isFurther(record, own);
    });
    const dropped = [...this.#stored.records.keys()].filter((id) => !tree.records.has(id));
    const hasPicks = [...tree.picks].some(([group, { id, at }]) => {
      const own = this.#state.picks.get(group);
      return own?.id !== id || own.at !== at;
    });
    this.#stored = tree;
    if (news.length > 0 || dropped.length > 0 || hasPicks)
      this.#adopt({ records: byId(news), picks: tree.picks }, dropped);
  }

  /** Stores a change that the visitor made or asked for, at once. */
  saveVisitorChange(): void {
    this.#hasVisitorActed = true;
    this.#isStale = true;
    this.save();
  }

  /** Stores one of many changes in a row, such as the tokens of an answer: at most four times a second. */
  saveVisitorChangeInTime(): void {
    this.#hasVisitorActed = true;
    this.#isStale = true;
    const { now, after } = this.#options;
    const wait = this.#savedAt + SAVE_INTERVAL_MS - now();
    if (wait <= 0) this.save();
    else this.#cancelSave ??= after?.(wait, () => this.save());
  }

  /** Call after a change that the page made: stored only once the visitor has acted. */
  markChangedByPage(): void {
    this.#isStale = true;
  }

  /** Stores all changes since the last write, at once. */
  save(): void {
    if (this.#isClosed || !this.#hasVisitorActed) return;
    if (!this.#isStale) return this.#options.store.storeRefused();
    this.#isStale = false;
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    const { store, drafts, now } = this.#options;
    this.#savedAt = now();
    const { id, records, picks } = this.#state;
    drafts?.save(this.#state, this.#savedAt);
    // First the messages, then the picks and the id of the conversation: another page may read in between.
    const endsLast = [...records.values()].toSorted((a, b) => this.#endsTurn(a) - this.#endsTurn(b));
    const further = endsLast.flatMap((record) => this.#write(record) ?? []);
    for (const [group, pick] of picks)
      if (this.#stored.picks.get(group) !== pick) store.writePick(id, group, pick);
    this.#stored = { ...this.#stored, picks };
    // Only where none is shown: another page may show another conversation by now.
    if (records.size > 0 && store.shownId === undefined) store.show(id);
    if (further.length > 0) this.#adopt({ records: byId(further), picks: new Map() });
  }

  /** Stores, and stops notifying. An answer that was growing is shown as cut, since this page receives no more of it. */
  close(): void {
    this.save();
    this.#isClosed = true;
    this.#listeners.clear();
    const messages = this.#state.messages.map((message): ChatMessage =>
      message.status === 'streaming' ? { ...message, status: 'truncated' } : message,
    );
    this.#state = { ...this.#state, messages };
  }

  /** 1 for a question whose turn has ended, else 0: its answer is stored first, so that no page finds the end without the answer. */
  #endsTurn(record: MessageRecord): number {
    const stored = this.#stored.records.get(record.message.id);
    return Number(stored !== undefined && isUnderWay(stored) && !isUnderWay(record));
  }

  /** Returns the stored record where that is further. */
  #write(record: MessageRecord): MessageRecord | undefined {
    const { id } = record.message;
    const { records } = this.#stored;
    if (records.get(id) === record) return undefined;
    const further = this.#options.store.write(this.#state.id, record);
    this.#stored = { ...this.#stored, records: new Map(records).set(id, further ?? record) };
    return further;
  }

  #putBack({ records }: MessageTree): void {
    for (const [id, own] of this.#state.records) {
      const stored = records.get(id);
      if (stored && isFurther(own, stored)) this.#options.store.write(this.#state.id, own);
    }
  }

  /** Takes over records of other pages. Where an answer has grown there, listeners hear the new words. */
  #adopt(tree: MessageTree, dropped: readonly string[] = []): void {
    const answer = answerOf(this.#state.messages);
    this.#changedAt = this.#options.now();
    this.dispatch({ type: 'adopt', ...tree, dropped });
    const grown = answer && this.#state.messages.find(({ id }) => id === answer.id);
    const [before, after] = [answer ? textOf(answer) : '', grown ? textOf(grown) : ''];
    if (answer && after.length > before.length && after.startsWith(before))
      this.emit({ type: 'delta', id: answer.id, text: after.slice(before.length) });
  }
}

function byId(records: readonly MessageRecord[]): ReadonlyMap<string, MessageRecord> {
  return new Map(records.map((record) => [record.message.id, record]));
}
