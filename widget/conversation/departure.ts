import type { Branches } from './branches.ts';
import type { StoredBranches } from './persistence.ts';
import type { Resumption } from './resumption.ts';
import type { StateHolder } from './state-holder.ts';
import type { Thread } from './thread.ts';
import type { ThreadRecords } from './thread-records.ts';
import type { TurnRunner } from './turn-runner.ts';

/** Options of a {@link Departure}. */
export interface DepartureOptions {
  readonly holder: StateHolder;
  readonly turns: TurnRunner;
  readonly resumption: Resumption;
  readonly parse: (stored: StoredBranches) => Branches;
  /** Where a conversation that is left is kept; undefined: nowhere. */
  readonly threads: ThreadRecords | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Leaves a conversation for another one. It is kept before anything is removed, with an answer that its backend may go on with. */
export class Departure {
  readonly #options: DepartureOptions;

  constructor(options: DepartureOptions) {
    this.#options = options;
  }

  /** Begins a new conversation. Returns the thread of the one that is left; undefined where it has no messages. */
  leave(): Thread | undefined {
    const { holder, turns, threads } = this.#options;
    const thread = this.#keep();
    if (!thread) return undefined;
    turns.replace({ messages: [] })();
    holder.saveVisitorChange();
    // The record of this conversation has left room in a full storage.
    threads?.settle();
    holder.emit({ type: 'clear' });
    return thread;
  }

  /** Goes back to an earlier conversation, and on with its answer. */
  open(thread: Thread): void {
    const { holder, turns, resumption, parse } = this.#options;
    const { resumePoint, asked } = thread;
    this.#keep();
    turns.replace({ ...parse(thread), resumePoint, asked })();
    holder.saveVisitorChange();
    void resumption.resumeOrFail();
  }

  #keep(): Thread | undefined {
    const { holder, threads, now } = this.#options;
    return holder.isClosed ? undefined : threads?.keep(holder.state, now());
  }
}
