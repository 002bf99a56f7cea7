import { type ChatMessage, type SourcePart, sourcesOf } from '../../../protocol/chat-message.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { fill } from '../../strings/strings.ts';
import { linkCitations, numberOf } from './link-citations.ts';
import type { SourceCard } from './source-card.ts';
import { titleOf } from '../../base/title-of.ts';
import type { Chat } from '../../feature/chat.ts';
import { openFeature } from '../../feature/open-feature.ts';

/** Gestures that may open or close a source's card. */
const GESTURES = ['pointerover', 'pointerout', 'focusin', 'focusout', 'click', 'keydown'];

/**
 * Turns numbers in answers that refer to a source into chips that open a card. It adds elements, never text. The card's code
 * is loaded at the first gesture on a chip.
 */
export class Citations {
  readonly #chat: Chat;
  /** The sources with which the numbers in an element were linked. */
  readonly #linked = new WeakMap<Element, readonly SourcePart[]>();
  readonly #card: LazyFeature<SourceCard>;

  constructor(chat: Chat) {
    const { root, signal } = chat;
    this.#chat = chat;
    this.#card = new LazyFeature(
      () => this.#loadCard(),
      () => undefined,
    );
    for (const type of GESTURES) root.addEventListener(type, (event) => this.#handle(event), { signal });
  }

  /**
   * Links the citations in an answer, or in blocks before they are inserted into it. Call after each drawing; an element is
   * linked only once for the same sources.
   */
  link(answer: Element | DocumentFragment, message: ChatMessage): undefined {
    const sources = sourcesOf(message);
    if (answer instanceof Element) {
      const linked = this.#linked.get(answer) ?? [];
      if (isSameList(linked, sources)) return undefined;
      this.#linked.set(answer, sources);
    }
    linkCitations(answer, (number) => this.#labelOf(number, sources[number - 1]));
    return undefined;
  }

  #labelOf(number: number, source: SourcePart | undefined): string | undefined {
    if (!source) return undefined;
    return fill(this.#chat.strings.current.citation, { number, title: titleOf(source) });
  }

  #handle(event: Event): void {
    const target = event.target instanceof Element ? event.target : null;
    const chip = target?.closest<HTMLElement>('.citation') ?? undefined;
    const isKey = event instanceof KeyboardEvent && /^(?:Enter| )$/.test(event.key);
    // Otherwise the space bar would scroll.
    if (chip && isKey) event.preventDefault();
    const card = this.#card.current;
    if (card) card.handle(event, chip);
    else if (chip) {
      const handle = (loaded: SourceCard): void => loaded.handle(event, chip);
      if (isKey || event.type === 'click') void openFeature(this.#chat, this.#card, handle);
      // Only a hover or focus: load silently, and not again right after a failure. The number works without its card.
      else if (this.#card.failures === 0 || this.#card.isRequestable)
        this.#card.load().then(handle, () => undefined);
    }
  }

  async #loadCard(): Promise<SourceCard> {
    const { SourceCard } = await import('./sources.ts');
    this.#chat.signal.throwIfAborted();
    return new SourceCard(this.#chat, (chip) => this.#sourceOf(chip));
  }

  #sourceOf(chip: HTMLElement): SourcePart | undefined {
    const answer = chip.closest('.markdown');
    return answer ? this.#linked.get(answer)?.[numberOf(chip) - 1] : undefined;
  }
}

function isSameList(one: readonly SourcePart[], other: readonly SourcePart[]): boolean {
  return one.length === other.length && one.every((source, index) => source === other[index]);
}
