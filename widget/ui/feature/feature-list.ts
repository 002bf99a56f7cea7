import { whenShownAgain } from '../../transport/clock.ts';
import type { Chat } from './chat.ts';
import type { AnyFeature } from './feature.ts';
import { IdlePrefetch } from './idle-prefetch.ts';
import type { PanelSlots } from './panel-slots.ts';

/** The features of a panel, in the order in which they draw. */
export class FeatureList {
  readonly #chat: Chat;
  #features: readonly AnyFeature[];
  #frame = 0;
  readonly #prefetch: IdlePrefetch;
  readonly #bySlot = new Map<keyof PanelSlots, readonly AnyFeature[]>();

  constructor(chat: Chat, features: readonly AnyFeature[]) {
    this.#chat = chat;
    this.#features = features;
    // In reverse order, so that the queue comes first: offline, a queued message needs its code.
    this.#prefetch = new IdlePrefetch(chat, () =>
      this.#features.toReversed().flatMap((each) => each.filesFor(chat)),
    );
    whenShownAgain(() => {
      for (const feature of this.#features) feature.forgetStoredDataCheck(chat);
      this.#request();
    }, chat.signal);
  }

  /** Prepares the features. Resolves when the panel may be drawn. */
  async prepare(): Promise<void> {
    await Promise.all(this.#features.map((feature) => feature.prepare(this.#chat)));
  }

  /** Adds features whose definitions were loaded later, before the others. Their `prepare` is not called. */
  add(features: readonly AnyFeature[]): void {
    // If the menu's code is loaded again after a failure, it adds the same features: keep each once.
    this.#features = [...new Set([...features, ...this.#features])];
    this.#bySlot.clear();
  }

  /**
   * Loads the features that the conversation needs, now and after the next frame, in which arrived text is drawn. Call after
   * drawing.
   */
  request(): void {
    this.#request();
    // The renderer has requested its frame before this one, so that its text is drawn by then.
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => !this.#chat.signal.aborted && this.#request());
    this.#prefetch.follow();
  }

  /**
   * What the features draw in a slot; `undefined` for each that draws nothing. lit-html keeps elements by their index: where the
   * button of history appeared before that of the menu, and took its index, a press on the menu would lose its focus.
   */
  draw<P extends keyof PanelSlots>(
    slot: P,
    args: Parameters<PanelSlots[P]>,
  ): readonly (ReturnType<PanelSlots[P]> | undefined)[] {
    return this.#featuresIn(slot).flatMap((feature) => feature.draw(this.#chat, slot, args));
  }

  #request(): void {
    for (const feature of this.#features) feature.requestIfWanted(this.#chat);
  }

  #featuresIn(slot: keyof PanelSlots): readonly AnyFeature[] {
    const known = this.#bySlot.get(slot);
    if (known) return known;
    const features = this.#features.filter((feature) => feature.drawsIn(slot));
    this.#bySlot.set(slot, features);
    return features;
  }
}
