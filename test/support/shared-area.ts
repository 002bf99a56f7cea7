import type { StorageLike } from '../../widget/conversation/storage-with-memory.ts';

/** A write; or a removal, where `text` is null. */
interface Change {
  readonly key: string;
  readonly text: string | null;
}

/**
 * One Web Storage as several processes of a browser see it: each process sees its own writes at once, and
 * those of others when they have been delivered, in the same order for all.
 */
export class SharedArea {
  readonly entries = new Map<string, string>();
  readonly views: AreaView[] = [];

  /** The storage as a new process sees it. `tell` is called for each change by another process. */
  open(tell: () => void): AreaView {
    const view = new AreaView(this, tell);
    this.views.push(view);
    return view;
  }

  /** Whether some process has not seen a change. */
  get isOnItsWay(): boolean {
    return this.views.some((view) => view.hasSent || view.hasMail);
  }

  /** Delivers all changes to all processes. */
  deliverAll(): void {
    while (this.isOnItsWay)
      for (const view of this.views) {
        view.send();
        view.receive();
      }
  }
}

/** The storage as one process sees it. */
export class AreaView implements StorageLike {
  readonly #area: SharedArea;
  readonly #tell: () => void;
  readonly #entries: Map<string, string>;
  readonly #outbox: Change[] = [];
  readonly #inbox: { readonly change: Change; readonly from: AreaView }[] = [];
  /**
   * How many own changes of a key the browser has not confirmed; until then, changes of others to this key are
   * ignored.
   */
  readonly #unconfirmed = new Map<string, number>();
  /** Whether the process is frozen: it then sees no changes of others. */
  isFrozen = false;

  constructor(area: SharedArea, tell: () => void) {
    this.#area = area;
    this.#tell = tell;
    this.#entries = new Map(area.entries);
  }

  get hasSent(): boolean {
    return this.#outbox.length > 0;
  }

  get hasMail(): boolean {
    return this.#inbox.length > 0 && !this.isFrozen;
  }

  get length(): number {
    return this.#entries.size;
  }

  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#entries.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#change({ key, text });
  }

  removeItem(key: string): void {
    if (this.#entries.has(key)) this.#change({ key, text: null });
  }

  /** Sends the oldest own change to the browser, which passes it to all processes. */
  send(): void {
    const change = this.#outbox.shift();
    if (!change) return;
    apply(this.#area.entries, change);
    for (const view of this.#area.views) view.#inbox.push({ change, from: this });
  }

  /** Delivers the oldest change that the browser has passed on. */
  receive(): void {
    const mail = this.hasMail ? this.#inbox.shift() : undefined;
    if (!mail) return;
    const { change, from } = mail;
    const unconfirmed = this.#unconfirmed.get(change.key) ?? 0;
    if (from === this) this.#unconfirmed.set(change.key, unconfirmed - 1);
    else if (unconfirmed === 0) apply(this.#entries, change);
    if (from !== this) this.#tell();
  }

  #change(change: Change): void {
    apply(this.#entries, change);
    this.#outbox.push(change);
    this.#unconfirmed.set(change.key, (this.#unconfirmed.get(change.key) ?? 0) + 1);
  }
}

function apply(entries: Map<string, string>, { key, text }: Change): void {
  if (text === null) entries.delete(key);
  else entries.set(key, text);
}
