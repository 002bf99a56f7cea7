import { readObject } from '../../protocol/json.ts';
import { type MessageDefaults, parseBranches } from '../parse-messages.ts';
import type { TranscriptStore } from '../persistence.ts';
import { branchesOf, markStored, mergeTranscripts } from './shared-transcript.ts';
import { readRegister, readTranscript, readTurn, type Register, type Shared } from './tab-message.ts';

/** The newer parts of two states. */
export function mergeShared(ours: Shared, theirs: Shared): Shared {
  const transcript = mergeTranscripts(ours.transcript, theirs.transcript);
  const turn = newer(ours.turn, theirs.turn);
  const isSame = transcript === ours.transcript && turn === ours.turn;
  return isSame ? ours : { transcript, turn };
}

function newer<T>(ours: Register<T>, theirs: Register<T>): Register<T> {
  const difference = theirs.revision - ours.revision;
  return difference > 0 || (difference === 0 && theirs.by > ours.by) ? theirs : ours;
}

/** The stored conversation as all tabs read and write it. */
export class SharedStore {
  readonly #store: TranscriptStore;
  readonly #defaults: MessageDefaults;

  /** `store` is that of the conversation. */
  constructor(store: TranscriptStore, defaults: MessageDefaults) {
    this.#store = store;
    this.#defaults = defaults;
  }

  /** The stored state; undefined where there is none, or none since this tab last read or wrote it. */
  read(): Shared | undefined {
    if (!this.#store.isOverwritten()) return undefined;
    const stored = this.#store.load();
    if (!stored) return undefined;
    const { marks, clock, turn } = readObject(stored.shared);
    const transcript = marks
      ? readTranscript({ ...stored, marks, clock }, this.#defaults)
      : markStored(parseBranches(stored, this.#defaults));
    const { feedback, resumePoint, asked } = stored;
    // A page to which the code for tabs did not come says neither who wrote it nor when.
    const unmarked = {
      value: { feedback, resumePoint, asked, ...(resumePoint && { runner: '' }) },
      revision: 0,
    };
    return {
      transcript,
      turn: readRegister(turn ?? unmarked, readTurn),
    };
  }

  write({ transcript, turn }: Shared): void {
    const { marks, clock } = transcript;
    const { feedback, resumePoint, asked } = turn.value;
    const isUsed = Object.keys(marks).length > 0;
    const shared = isUsed ? { marks, clock, turn } : undefined;
    this.#store.save(branchesOf(transcript), { feedback, resumePoint, asked, shared });
  }
}
