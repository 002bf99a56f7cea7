import { readObject } from '../../protocol/json.ts';
import { type MessageDefaults, parseBranches } from '../parse-messages.ts';
import { openTranscriptStore, type StorageLike, type TranscriptStore } from '../persistence.ts';
import { storageKey } from '../storage-key.ts';
import { branchesOf, markStored, mergeTranscripts } from './shared-transcript.ts';
import { readRegister, readTranscript, readTurn, type Register, type Shared } from './tab-message.ts';

/** The newer parts of two states. */
export function mergeShared(ours: Shared, theirs: Shared): Shared {
  const transcript = mergeTranscripts(ours.transcript, theirs.transcript);
  const turn = newer(ours.turn, theirs.turn);
  const draft = newer(ours.draft, theirs.draft);
  const isSame = transcript === ours.transcript && turn === ours.turn && draft === ours.draft;
  return isSame ? ours : { transcript, turn, draft };
}

function newer<T>(ours: Register<T>, theirs: Register<T>): Register<T> {
  const difference = theirs.revision - ours.revision;
  return difference > 0 || (difference === 0 && theirs.by > ours.by) ? theirs : ours;
}

/** The stored conversation as all tabs read and write it. */
export class SharedStore {
  readonly #area: () => StorageLike;
  readonly #key: string;
  readonly #store: TranscriptStore;
  readonly #defaults: MessageDefaults;
  /** The record as this tab has last read or written it. */
  #text: string | null = null;

  /** Stores as {@link openTranscriptStore} does. */
  constructor(area: () => StorageLike, instance: string, defaults: MessageDefaults) {
    this.#area = area;
    this.#key = storageKey(instance);
    this.#defaults = defaults;
    this.#store = openTranscriptStore(() => this.#watch(area()), instance);
  }

  /** The stored state; undefined where there is none, or none since this tab last read or wrote it. */
  read(): Shared | undefined {
    if (!this.#hasChanged()) return undefined;
    const stored = this.#store.load();
    if (!stored) return undefined;
    const { marks, clock, turn, draft } = readObject(stored.shared);
    const transcript = marks
      ? readTranscript({ ...stored, marks, clock }, this.#defaults)
      : markStored(parseBranches(stored, this.#defaults));
    const { feedback, resumePoint } = stored;
    // A version that knew no other tabs said neither who wrote it nor when.
    const unmarked = { value: { feedback, resumePoint, ...(resumePoint && { runner: '' }) }, revision: 0 };
    return {
      transcript,
      turn: readRegister(turn ?? unmarked, readTurn),
      draft: readRegister(draft ?? { revision: 0 }, () => stored.draft),
    };
  }

  write({ transcript, turn, draft }: Shared): void {
    const { marks, clock } = transcript;
    const { feedback, resumePoint } = turn.value;
    const isUsed = Object.keys(marks).length > 0;
    const shared = isUsed ? { marks, clock, turn, draft: { ...draft, value: undefined } } : undefined;
    this.#store.save(branchesOf(transcript), draft.value, { feedback, resumePoint, shared });
  }

  #hasChanged(): boolean {
    try {
      const text = this.#area().getItem(this.#key);
      return text === null || text !== this.#text;
    } catch {
      // Sandboxed frames throw on any access: their record is in the memory of the page.
      return this.#text === null;
    }
  }

  #watch(storage: StorageLike): StorageLike {
    return {
      getItem: (key) => (this.#text = storage.getItem(key)),
      setItem: (key, value) => {
        storage.setItem(key, value);
        this.#text = value;
      },
      removeItem: (key) => {
        storage.removeItem(key);
        this.#text = null;
      },
    };
  }
}
