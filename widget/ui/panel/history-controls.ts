import type { Branches } from '../../conversation/branches.ts';
import type { History } from '../features/history/history.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';

/** Gives the panel's conversations to the history, whose code may load late, or at a second try. */
export class HistoryControls {
  readonly #history: LazyFeature<History>;
  /** Conversations that were left before the code was loaded, the oldest first. */
  readonly #waiting: Branches[] = [];

  constructor(history: LazyFeature<History>) {
    this.#history = history;
  }

  /** Keeps a conversation that was left for a new one. */
  keep(left: Branches): void {
    this.#waiting.push(left);
    this.#history.load().then(
      (history) => this.#waiting.splice(0).forEach((earlier) => history.keep(earlier)),
      () => undefined,
    );
  }

  /** Opens the list of earlier conversations. */
  async open(): Promise<void> {
    try {
      const history = await this.#history.load();
      for (const left of this.#waiting.splice(0)) history.keep(left);
      await history.open();
    } catch (error) {
      // oxlint-disable-next-line no-console -- the next press tries again, but the site's developer should know
      console.error('<cf-ai-chat>: the earlier conversations could not be loaded.', error);
    }
  }
}
