import { Autosave } from './autosave.ts';
import { type Branches, withBranches } from './branches.ts';
import { ChangeListeners, type ChangeListener } from './change-listeners.ts';
import { EMPTY_STATE, reduce, type ConversationAction } from './reducer.ts';
import type { StoredBranches, TranscriptStore } from './persistence.ts';
import type { ConversationChange, ConversationState } from './state.ts';

/** Where a conversation's state lives: every action passes the reducer, and every change is told and stored. */
export class ConversationStore {
  readonly #autosave: Autosave;
  readonly #listeners = new ChangeListeners();
  #state: ConversationState = EMPTY_STATE;

  /** Starts with the stored transcript; `parse` reads its messages. */
  constructor(
    store: TranscriptStore | undefined,
    now: () => number,
    parse: (stored: StoredBranches) => Branches,
  ) {
    this.#autosave = new Autosave(store, now);
    const stored = store?.load();
    if (!stored) return;
    const { draft, feedback, resumePoint } = stored;
    const links = feedback === undefined ? {} : { links: { feedback } };
    const state = { ...EMPTY_STATE, draft, ...links, ...(resumePoint && { resumePoint }) };
    this.#state = withBranches(state, parse(stored));
  }

  /** The current state; a new object after every change. */
  get state(): ConversationState {
    return this.#state;
  }

  /** Calls `listener` after every change, synchronously. Returns what ends the subscription. */
  subscribe(listener: ChangeListener): () => void {
    return this.#listeners.add(listener);
  }

  dispatch(action: ConversationAction): void {
    this.#state = reduce(this.#state, action);
    this.#listeners.emit({ type: 'state' });
  }

  emit(change: ConversationChange): void {
    this.#listeners.emit(change);
  }

  /** Stores a change that the visitor made or asked for, at once. */
  saveVisitorChange(): void {
    this.#autosave.noteVisitorChange();
    this.save();
  }

  /** Stores one of many changes in a row, such as the tokens of an answer: at most once a second. */
  saveVisitorChangeInTime(): void {
    this.#autosave.noteVisitorChange();
    this.#autosave.saveIfDue(this.#state);
  }

  /** Notes a change that the page made: stored only once the visitor has acted. */
  notePageChange(): void {
    this.#autosave.notePageChange();
  }

  /** Stores what is not stored yet, at once. */
  save(): void {
    this.#autosave.save(this.#state);
  }

  /** Stores, and stops notifying. The messages are then what would be read from the store. */
  close(parse: (stored: StoredBranches) => Branches): void {
    this.save();
    this.#listeners.clear();
    this.#state = withBranches(this.#state, parse(this.#state));
  }
}
