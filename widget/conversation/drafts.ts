import type { FilePart } from '../protocol/chat-message.ts';
import {
  type JsonObject,
  parseJson,
  readList,
  readNumber,
  readObject,
  readString,
} from '../protocol/json.ts';
import { createId } from './create-id.ts';
import type { Draft } from './state.ts';
import { recordKey } from './storage-key.ts';
import type { StorageWithMemory } from './storage-with-memory.ts';

/** A text that was typed in another tab, and not sent. */
export interface OtherDraft extends Draft {
  /** Names the tab. */
  readonly tab: string;
  /** When it was typed, in milliseconds since the epoch. */
  readonly at: number;
}

/** Where the drafts of a chat are stored. */
export interface DraftAreas {
  /** The storage of the tab. */
  readonly tab: StorageWithMemory;
  /** The storage that outlives the tab; undefined where nothing does. */
  readonly lasting?: StorageWithMemory | undefined;
  readonly instance: string;
  /** Called when a full storage of the tab refuses the text; not again until a text was stored or removed. */
  readonly handleUnstored?: () => void;
}

/**
 * The text that the visitor has typed and not sent: one in each tab, under `cf-ai-chat:<instance>:v1:draft`. Where
 * conversations outlive the tab, the text does too: under `…:draft:<tab>`, for other tabs to offer. No method throws.
 *
 * @example
 * const drafts = new Drafts({ tab: new StorageWithMemory(() => sessionStorage), instance: 'shop' });
 * drafts.save({ draft: 'Where is my', draftFiles: [] }, Date.now());
 * drafts.load().draft; // 'Where is my', on the next page of the tab
 * drafts.offered?.draft; // after load(), with `lasting`: what was typed in another tab
 */
export class Drafts {
  readonly #own: StorageWithMemory;
  readonly #lasting: StorageWithMemory | undefined;
  readonly #key: string;
  readonly #handleUnstored: () => void;
  #tab = createId();
  #saved: Draft = readDraft({});
  #isUnstored = false;
  #offered: OtherDraft | undefined;

  constructor({ tab, lasting, instance, handleUnstored = () => undefined }: DraftAreas) {
    this.#own = tab;
    this.#lasting = lasting;
    this.#key = recordKey(instance, 'draft');
    this.#handleUnstored = handleUnstored;
  }

  /** The draft of the tab, as the last page that was open in it has left it. */
  load(): Draft {
    const fields = readFields(this.#own.get(this.#key));
    this.#tab = readString(fields['tab']) ?? this.#tab;
    this.#saved = readDraft(fields);
    this.#offered ??= this.#newestOther();
    return this.#saved;
  }

  /** The draft, where another page of the tab has changed it since this one has read or written it. */
  get news(): Draft | undefined {
    const known = write(this.#saved);
    return write(this.load()) === known ? undefined : this.#saved;
  }

  save({ draft, draftFiles }: Draft, at: number): void {
    const saved = write(this.#saved);
    if (write({ draft, draftFiles }) === saved) return;
    const stored = write(this.#lastingOf(this.#tab));
    // A duplicated tab has the name of its original: a text that this page did not store was typed in the original, so take a new name.
    if (stored !== NOTHING && stored !== saved) this.#tab = createId();
    const tab = this.#tab;
    const wasUnstored = this.#isUnstored;
    this.#saved = { draft, draftFiles };
    this.#isUnstored = false;
    if (write(this.#saved) === NOTHING) {
      this.#own.remove(this.#key);
      this.#lasting?.remove(this.#keyOf(tab));
    } else {
      this.#isUnstored = !this.#own.set(this.#key, write(this.#saved, { tab }));
      if (this.#isUnstored && !wasUnstored && this.#own.isThere) this.#handleUnstored();
      this.#lasting?.store(this.#keyOf(tab), write(this.#saved, { at }));
    }
  }

  /** The text that was typed last in another tab when this page was opened; undefined once it was sent or removed there. */
  get offered(): OtherDraft | undefined {
    const { tab = '' } = this.#offered ?? {};
    if (this.#lasting?.get(this.#keyOf(tab)) === undefined) this.#offered = undefined;
    return this.#offered;
  }

  /** The visitor has taken the offered text, or does not want it. */
  forgetOffered(): void {
    if (this.#offered) this.#lasting?.remove(this.#keyOf(this.#offered.tab));
    this.#offered = undefined;
  }

  #newestOther(): OtherDraft | undefined {
    const tabs = this.#lasting?.keysBehind(this.#keyOf('')) ?? [];
    const others = tabs.map((tab) => this.#lastingOf(tab));
    const { draft, draftFiles } = this.#saved;
    const isNew = ({ id }: FilePart): boolean => draftFiles.every((own) => own.id !== id);
    const offerable = others.filter(
      (other) => (other.draft !== '' && !draft.startsWith(other.draft)) || other.draftFiles.some(isNew),
    );
    return offerable.toSorted((a, b) => b.at - a.at)[0];
  }

  #lastingOf(tab: string): OtherDraft {
    const fields = readFields(this.#lasting?.get(this.#keyOf(tab)));
    return { ...readDraft(fields), tab, at: readNumber(fields['at']) ?? 0 };
  }

  #keyOf(tab: string): string {
    return `${this.#key}:${tab}`;
  }
}

/** The fields of a stored draft; none where the text is no JSON object. */
function readFields(text: string | undefined): JsonObject {
  return readObject(parseJson(text ?? ''));
}

function readDraft({ text, files }: JsonObject): Draft {
  return { draft: readString(text) ?? '', draftFiles: readList(files) as readonly FilePart[] };
}

function write({ draft: text, draftFiles: files }: Draft, others: object = {}): string {
  return JSON.stringify({ ...others, text, files });
}

const NOTHING = write(readDraft({}));
