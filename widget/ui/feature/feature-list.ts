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
  readonly #ahead: IdlePrefetch;
  readonly #bySlot = new Map<keyof PanelSlots, readonly AnyFeature[]>();

  constructor(chat: Chat, features: readonly AnyFeature[]) {
    this.#chat = chat;
    this.#features = features;
    // From the last to the first: what waits for a network must not wait for its code as well.
    this.#ahead = new IdlePrefetch(chat, () =>
      this.#features.toReversed().flatMap((each) => each.filesFor(chat)),
    );
    whenShownAgain(() => {
      for (const feature of this.#features) feature.lookAgain(chat);
      this.#request();
    }, chat.signal);
  }

  /** Begins. Resolves when the panel may be drawn. */
  async prepare(): Promise<void> {
    await Promise.all(this.#features.map((feature) => feature.prepare(this.#chat)));
  }

  /** Puts features whose definitions were loaded before the others. They have no `prepare`. */
  add(features: readonly AnyFeature[]): void {
    // A menu that did not come is loaded again, and brings the same.
    this.#features = [...new Set([...features, ...this.#features])];
    this.#bySlot.clear();
  }

  /** Loads those that the conversation calls for, now and in the next frame, in which text that has arrived is drawn. Call after drawing. */
  request(): void {
    this.#request();
    // Behind the text of this drawing, which asked for the frame before.
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => !this.#chat.signal.aborted && this.#request());
    this.#ahead.follow();
  }

  /** What they draw in a slot. */
  draw<P extends keyof PanelSlots>(
    slot: P,
    args: Parameters<PanelSlots[P]>,
  ): readonly NonNullable<ReturnType<PanelSlots[P]>>[] {
    return this.#in(slot).flatMap((feature) => feature.draw(this.#chat, slot, args).filter(isDrawn));
  }

  #request(): void {
    for (const feature of this.#features) feature.requestIfWanted(this.#chat);
  }

  #in(slot: keyof PanelSlots): readonly AnyFeature[] {
    const known = this.#bySlot.get(slot);
    if (known) return known;
    const features = this.#features.filter((feature) => feature.drawsIn(slot));
    this.#bySlot.set(slot, features);
    return features;
  }
}

function isDrawn<R>(result: R): result is NonNullable<R> {
  return result !== undefined && result !== null;
}
