import { LazyFeature } from '../base/lazy-feature.ts';
import type { Chat } from './chat.ts';
import type { PanelSlots } from './panel-slots.ts';

/** Where a feature draws, once its code is here. */
type Drawings<T> = {
  readonly [P in keyof PanelSlots]?: (
    feature: T,
    ...args: Parameters<PanelSlots[P]>
  ) => ReturnType<PanelSlots[P]>;
};

/** Where the ways to a feature are drawn, such as the button that opens it, with or without its code. */
type Entries<T> = {
  readonly [P in keyof PanelSlots]?: (
    lazy: LazyFeature<T>,
    chat: Chat,
    ...args: Parameters<PanelSlots[P]>
  ) => ReturnType<PanelSlots[P]>;
};

/** The class of a feature: made once for a panel, with the panel as features see it. */
export interface FeatureClass<T> {
  new (chat: Chat): T;
  /** Files that it imports when they are first needed. */
  readonly parts?: readonly FileImport[];
}

/** Imports a file of a feature. */
export type FileImport = () => Promise<unknown>;

/** Failures after which code that nobody pressed for is said to be missing, as in the tab of a release that is gone. */
const SILENT_FAILURES = 2;

/** What a feature is. */
export interface FeatureDefinition<T> {
  /** Imports its class. */
  readonly load?: (chat: Chat) => Promise<FeatureClass<T>>;
  /** In place of `load`: a class that comes with the panel. */
  readonly eager?: FeatureClass<T>;
  /** Of no use without a network, as for an answer that is yet to come: not fetched ahead. */
  readonly isOnlineOnly?: boolean;
  /** Asked after each drawing: whether the conversation calls for its code now. Absent: whoever needs it loads it. */
  readonly isWanted?: (chat: Chat) => boolean;
  /** Asked after the first drawing, and when the page is shown again: whether an earlier page of the tab has stored something for its code. */
  readonly isLeft?: (chat: Chat) => boolean;
  /** The first drawing of the panel waits for the result. */
  readonly prepare?: (lazy: LazyFeature<T>, chat: Chat) => unknown;
  readonly draw?: Drawings<T>;
  readonly drawEntry?: Entries<T>;
}

/** A feature in a list of features of any kind. */
export type AnyFeature = Omit<Feature<never>, 'of'>;

/**
 * A feature of the panel: a chat without it is still a chat. It stands in a folder of its own, whose `feature.ts` defines it,
 * and in a list: `panel/features.ts`, or `panel/menu-features.ts` where only the menu leads to it.
 *
 * @example
 * export const followUps = new Feature({
 *   load: async () => (await import('./follow-ups.ts')).FollowUps,
 *   isWanted: ({ state }) => hasFollowUps(state),
 *   draw: { underAnswer: (feature, message) => feature.render(message) },
 * });
 */
export class Feature<T> {
  readonly #definition: FeatureDefinition<T>;
  readonly #made = new WeakMap<Chat, LazyFeature<T>>();
  readonly #left = new WeakMap<Chat, boolean>();
  readonly #fetches = new WeakMap<Chat, FileImport>();
  #parts: readonly FileImport[] = [];

  constructor(definition: FeatureDefinition<T>) {
    this.#definition = definition;
  }

  /** The feature of a panel, whose code may be yet to come. */
  of(chat: Chat): LazyFeature<T> {
    const known = this.#made.get(chat);
    if (known) return known;
    const made = this.#make(chat);
    this.#made.set(chat, made);
    return made;
  }

  /** Begins with a panel. The first drawing waits for the result. */
  prepare(chat: Chat): unknown {
    return this.#definition.prepare?.(this.of(chat), chat);
  }

  /** Loads the code if the conversation calls for it. Call after drawing. */
  requestIfWanted(chat: Chat): void {
    const lazy = this.of(chat);
    if (!lazy.isRequestable || !(this.#definition.isWanted?.(chat) || this.#isLeft(chat))) return;
    if (lazy.failures >= SILENT_FAILURES && navigator.onLine) chat.tellMissing(lazy);
    lazy.request();
  }

  /** The imports of its files that may be fetched ahead of need, as far as they are known; the same functions at every call. */
  filesFor(chat: Chat): readonly FileImport[] {
    const { load, isOnlineOnly } = this.#definition;
    if (!load || isOnlineOnly) return [];
    const fetch = this.#fetches.get(chat) ?? (async () => (this.#parts = (await load(chat)).parts ?? []));
    this.#fetches.set(chat, fetch);
    return [fetch, ...this.#parts];
  }

  /** Whether it ever draws in a slot. */
  drawsIn(slot: keyof PanelSlots): boolean {
    const { draw, drawEntry } = this.#definition;
    return draw?.[slot] !== undefined || drawEntry?.[slot] !== undefined;
  }

  /** What it draws in a slot: the way to it, then, once its code is here, itself. */
  draw<P extends keyof PanelSlots>(
    chat: Chat,
    slot: P,
    args: Parameters<PanelSlots[P]>,
  ): readonly (ReturnType<PanelSlots[P]> | undefined)[] {
    const { draw, drawEntry } = this.#definition;
    const lazy = this.of(chat);
    const { current } = lazy;
    return [
      drawEntry?.[slot]?.(lazy, chat, ...args),
      current === undefined ? undefined : draw?.[slot]?.(current, ...args),
    ];
  }

  /** Looks once more whether an earlier page has stored something. Call when the page is shown again. */
  lookAgain(chat: Chat): void {
    this.#left.delete(chat);
  }

  #isLeft(chat: Chat): boolean {
    const isLeft = this.#left.get(chat) ?? this.#definition.isLeft?.(chat) ?? false;
    this.#left.set(chat, isLeft);
    return isLeft;
  }

  #make(chat: Chat): LazyFeature<T> {
    const { load, eager } = this.#definition;
    const create = async (): Promise<T> => {
      const Loaded = (await load?.(chat)) ?? eager;
      // A panel that has gone would never let go of it.
      chat.signal.throwIfAborted();
      if (!Loaded) throw new Error('expected a feature with `load` or `eager`');
      return new Loaded(chat);
    };
    return new LazyFeature(create, () => chat.redraw(), eager && new eager(chat));
  }
}
