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
import { recordKey } from './storage-key.ts';
import type { StorageWithMemory } from './storage-with-memory.ts';

/** A text that was typed in another tab, and not sent. */
export interface OtherDraft {
  /** Names the tab. */
  readonly tab: string;
  readonly text: string;
  readonly files: readonly FilePart[];
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
 * drafts.save('Where is my');
 * drafts.load(); // 'Where is my', on the next page of the tab
 * drafts.offered?.text; // after load(), with `lasting`: what was typed in another tab
 */
export class Drafts {
  readonly #own: StorageWithMemory;
  readonly #lasting: StorageWithMemory | undefined;
  readonly #key: string;
  readonly #handleUnstored: () => void;
  #tab = createId();
  #saved = '';
  #files: readonly FilePart[] = [];
  #isUnstored = false;
  #offered: OtherDraft | undefined;

  constructor({ tab, lasting, instance, handleUnstored = () => undefined }: DraftAreas) {
    this.#own = tab;
    this.#lasting = lasting;
    this.#key = recordKey(instance, 'draft');
    this.#handleUnstored = handleUnstored;
  }

  /** The text of the tab, as its newest page has left it. */
  load(): string {
    const { tab, text, files } = readFields(this.#own.get(this.#key));
    this.#tab = readString(tab) ?? this.#tab;
    this.#saved = readString(text) ?? '';
    this.#files = readFiles(files);
    this.#offered ??= this.#newestOther();
    return this.#saved;
  }

  /** The files beside the text that was loaded, or saved last. */
  get files(): readonly FilePart[] {
    return this.#files;
  }

  /** The text, where another page of the tab has changed it or its files since this one has read or written it. */
  get news(): string | undefined {
    const [text, files] = [this.#saved, this.#files];
    return this.load() === text && isSame(this.#files, files) ? undefined : this.#saved;
  }

  save(text: string, at: number, files: readonly FilePart[] = []): void {
    if (text === this.#saved && isSame(files, this.#files)) return;
    const { text: stored } = this.#lastingOf(this.#tab);
    // A duplicated tab begins with the name of the other one: what stands under it was typed there.
    if (stored !== '' && stored !== this.#saved) this.#tab = createId();
    const tab = this.#tab;
    const wasUnstored = this.#isUnstored;
    this.#saved = text;
    this.#files = files;
    const all = files.length > 0 ? { text, files } : { text };
    this.#isUnstored = false;
    if (text === '' && files.length === 0) {
      this.#own.remove(this.#key);
      this.#lasting?.remove(this.#keyOf(tab));
    } else {
      this.#isUnstored = !this.#own.set(this.#key, JSON.stringify({ tab, ...all }));
      if (this.#isUnstored && !wasUnstored && this.#own.isThere) this.#handleUnstored();
      this.#lasting?.store(this.#keyOf(tab), JSON.stringify({ ...all, at }));
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
    const offerable = others.filter(
      ({ text, files }) => (text !== '' || files.length > 0) && !this.#saved.startsWith(text),
    );
    return offerable.toSorted((a, b) => b.at - a.at)[0];
  }

  #lastingOf(tab: string): OtherDraft {
    const { text, at, files } = readFields(this.#lasting?.get(this.#keyOf(tab)));
    return { tab, text: readString(text) ?? '', files: readFiles(files), at: readNumber(at) ?? 0 };
  }

  #keyOf(tab: string): string {
    return `${this.#key}:${tab}`;
  }
}

function readFields(text: string | undefined): JsonObject {
  return readObject(parseJson(text ?? ''));
}

function readFiles(files: unknown): readonly FilePart[] {
  return readList(files) as readonly FilePart[];
}

function isSame(a: readonly FilePart[], b: readonly FilePart[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
