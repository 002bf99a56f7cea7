import { LazyFeature } from '../base/lazy-feature.ts';
import type { Chat } from './chat.ts';
import type { PanelSlots } from './panel-slots.ts';

/** How a feature draws in slots, once its code is loaded. */
type Drawings<T> = {
  readonly [P in keyof PanelSlots]?: (
    feature: T,
    ...args: Parameters<PanelSlots[P]>
  ) => ReturnType<PanelSlots[P]>;
};

/** What a feature draws with or without its code, such as the button that opens it. */
type Entries<T> = {
  readonly [P in keyof PanelSlots]?: (
    lazy: LazyFeature<T>,
    chat: Chat,
    ...args: Parameters<PanelSlots[P]>
  ) => ReturnType<PanelSlots[P]>;
};

/** The class of a feature. One instance is created per panel. */
export interface FeatureClass<T> {
  new (chat: Chat): T;
  /** Imports of further files that the feature loads when they are first needed. */
  readonly parts?: readonly FileImport[];
}

/** Imports a file of a feature. */
export type FileImport = () => Promise<unknown>;

/**
 * After this many failed loads that no press has caused, the visitor is told; for example in an old tab whose release is gone
 * from the server.
 */
const SILENT_FAILURES = 2;

/** The definition of a feature. */
export interface FeatureDefinition<T> {
  /** Imports the class. */
  readonly load?: (chat: Chat) => Promise<FeatureClass<T>>;
  /** Used instead of `load`: a class that is part of the panel's code. */
  readonly eager?: FeatureClass<T>;
  /** Whether the feature is useless offline, such as one for an answer that is still to come. Then it is not prefetched. */
  readonly isOnlineOnly?: boolean;
  /** Called after each drawing: whether the conversation needs the code now. Absent: other code loads the feature. */
  readonly isWanted?: (chat: Chat) => boolean;
  /**
   * Called after the first drawing, and when the page is shown again: whether an earlier page in the tab has stored data for
   * this feature.
   */
  readonly hasStoredData?: (chat: Chat) => boolean;
  /** Called once per panel. The panel's first drawing waits for the result. */
  readonly prepare?: (lazy: LazyFeature<T>, chat: Chat) => unknown;
  readonly draw?: Drawings<T>;
  readonly drawEntry?: Entries<T>;
}

/** Any feature, as an element of a list. */
export type AnyFeature = Omit<Feature<never>, 'of'>;

/**
 * A feature of the panel: a part that the chat works without. Its folder has a `feature.ts` with the definition. It is listed
 * in `panel/features.ts`, or in `panel/menu-features.ts` if only the menu opens it.
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
  readonly #instances = new WeakMap<Chat, LazyFeature<T>>();
  readonly #hasStored = new WeakMap<Chat, boolean>();
  readonly #fetches = new WeakMap<Chat, FileImport>();
  #parts: readonly FileImport[] = [];

  constructor(definition: FeatureDefinition<T>) {
    this.#definition = definition;
  }

  /** The feature of one panel; its code may not be loaded yet. */
  of(chat: Chat): LazyFeature<T> {
    const known = this.#instances.get(chat);
    if (known) return known;
    const made = this.#make(chat);
    this.#instances.set(chat, made);
    return made;
  }

  /** Prepares the feature for a panel. The first drawing waits for the result. */
  prepare(chat: Chat): unknown {
    return this.#definition.prepare?.(this.of(chat), chat);
  }

  /** Loads the code if the conversation needs it. Call after drawing. */
  requestIfWanted(chat: Chat): void {
    const lazy = this.of(chat);
    if (!lazy.isRequestable || !(this.#definition.isWanted?.(chat) || this.#hasStoredData(chat))) return;
    if (lazy.failures >= SILENT_FAILURES && navigator.onLine) chat.tellMissing(lazy);
    lazy.request();
  }

  /** Imports of the feature's files for prefetching, as far as they are known. Always the same function for a file. */
  filesFor(chat: Chat): readonly FileImport[] {
    const { load, isOnlineOnly } = this.#definition;
    if (!load || isOnlineOnly) return [];
    const fetch = this.#fetches.get(chat) ?? (async () => (this.#parts = (await load(chat)).parts ?? []));
    this.#fetches.set(chat, fetch);
    return [fetch, ...this.#parts];
  }

  /** Whether the feature can draw in a slot. */
  drawsIn(slot: keyof PanelSlots): boolean {
    const { draw, drawEntry } = this.#definition;
    return draw?.[slot] !== undefined || drawEntry?.[slot] !== undefined;
  }

  /** What the feature draws in a slot: first the entry, then, if its code is loaded, the rest. */
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

  /** Checks again whether an earlier page has stored data. Call when the page is shown again. */
  forgetStoredDataCheck(chat: Chat): void {
    this.#hasStored.delete(chat);
  }

  #hasStoredData(chat: Chat): boolean {
    const hasStoredData = this.#hasStored.get(chat) ?? this.#definition.hasStoredData?.(chat) ?? false;
    this.#hasStored.set(chat, hasStoredData);
    return hasStoredData;
  }

  #make(chat: Chat): LazyFeature<T> {
    const { load, eager } = this.#definition;
    const create = async (): Promise<T> => {
      const Loaded = (await load?.(chat)) ?? eager;
      // The panel was disposed meanwhile: the feature would never be released.
      chat.signal.throwIfAborted();
      if (!Loaded) throw new Error('expected a feature with `load` or `eager`');
      return new Loaded(chat);
    };
    return new LazyFeature(create, () => chat.redraw(), eager && new eager(chat));
  }
}
