import { html, nothing, render, type TemplateResult } from '../../base/html.ts';
import type { SourcePart } from '../../../protocol/chat-message.ts';
import { askIcon } from '../../base/icons.ts';
import { addStyles } from '../../base/css.ts';
import { numberOf } from './link-citations.ts';
import { placeCard } from './place-card.ts';
import { sourceCardStyles } from './source-card.styles.ts';
import { siteOf, renderSourceLink } from './source-link.ts';
import type { Chat } from '../../feature/chat.ts';

/** Time for the pointer to move from the chip to its card. */
const LEAVING_MS = 200;

/**
 * The card of the source that a chip refers to. Hover or keyboard focus on the chip shows it. A tap, a click or Enter keeps it
 * open until Escape, a press elsewhere or the next chip.
 */
export class SourceCard {
  readonly #chat: Chat;
  readonly #sourceOf: (chip: HTMLElement) => SourcePart | undefined;
  readonly #card = document.createElement('div');
  #chip: HTMLElement | undefined;
  /** Whether a tap, a click or Enter keeps the card open. */
  #isPinned = false;
  /** True while focus is moved back to the chip: that focus must not show the card again. */
  #isReturning = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** `sourceOf` returns the source that a chip refers to. */
  constructor(chat: Chat, sourceOf: (chip: HTMLElement) => SourcePart | undefined) {
    this.#chat = chat;
    this.#sourceOf = sourceOf;
    const { host, root, signal } = chat;
    addStyles(host.renderRoot as ShadowRoot, sourceCardStyles);
    Object.assign(this.#card, { className: 'source-card', hidden: true, role: 'dialog', tabIndex: -1 });
    this.#card.setAttribute('part', 'source-card');
    this.#card.addEventListener('keydown', (event) => this.#handleCardKeydown(event));
    root.append(this.#card);
    // Capturing, and on the window, because focus may be anywhere: hover alone shows a card.
    addEventListener('keydown', (event) => this.#handleEscape(event), { capture: true, signal });
    addEventListener('pointerdown', (event) => this.#handlePointerDown(event), { capture: true, signal });
    const follow = (): void => this.#follow();
    root.querySelector('.transcript')?.addEventListener('scroll', follow, { passive: true, signal });
    addEventListener('resize', follow, { signal });
    const controller = { hostUpdated: follow };
    host.addController(controller);
    signal.addEventListener('abort', () => {
      clearTimeout(this.#leaving);
      host.removeController(controller);
      this.#card.remove();
    });
  }

  /** Handles a gesture; `chip` is the chip on which it was made. */
  handle(event: Event, chip: HTMLElement | undefined): void {
    const isInCard = event.target instanceof Node && this.#card.contains(event.target);
    if (event instanceof KeyboardEvent) {
      if (chip && /^(?:Enter| )$/.test(event.key)) this.#enter(chip);
    } else if (event.type === 'click' && chip) this.#handleClick(event as MouseEvent, chip);
    else if (event.type === 'pointerover') this.#handlePointerOver(event as PointerEvent, chip, isInCard);
    else if (event.type === 'pointerout' && (chip || isInCard)) this.#leaveSoon();
    else if (event.type === 'focusin' && !this.#isReturning && chip?.matches(':focus-visible'))
      this.#show(chip);
    else if (event.type === 'focusout' && (chip || isInCard)) this.#handleFocusOut(event as FocusEvent);
  }

  #handlePointerOver({ pointerType }: PointerEvent, chip: HTMLElement | undefined, isInCard: boolean): void {
    if (chip || isInCard) clearTimeout(this.#leaving);
    if (chip && pointerType !== 'touch' && !this.#isPinned) this.#show(chip);
  }

  #handleClick({ detail }: MouseEvent, chip: HTMLElement): void {
    // `detail` is 0 for clicks by assistive technology, which has no pointer.
    if (detail === 0) return this.#enter(chip);
    if (chip === this.#chip && this.#isPinned) return this.#close();
    this.#show(chip);
    this.#isPinned = true;
  }

  #handleFocusOut({ relatedTarget }: FocusEvent): void {
    const isInside = relatedTarget instanceof Node && this.#card.contains(relatedTarget);
    if (!isInside && relatedTarget !== this.#chip && !this.#isPinned) this.#close();
  }

  #handlePointerDown(event: Event): void {
    const path = event.composedPath();
    if (this.#chip && !path.includes(this.#card) && !path.includes(this.#chip)) this.#close();
  }

  /** Escape closes the card first. If it was pressed in the chat, nothing else happens; elsewhere the page handles it too. */
  #handleEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || !this.#chip) return;
    const isInChat = event.composedPath().includes(this.#chat.root);
    this.#close();
    if (!isInChat) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Tab continues from the chip, beside which the card is shown. */
  #handleCardKeydown(event: KeyboardEvent): void {
    const chip = this.#chip;
    if (event.key !== 'Tab' || !chip) return;
    this.#close();
    if (event.shiftKey) event.preventDefault();
  }

  #enter(chip: HTMLElement): void {
    this.#show(chip);
    this.#isPinned = true;
    (this.#card.querySelector<HTMLElement>('a') ?? this.#card).focus({ preventScroll: true });
  }

  #show(chip: HTMLElement): void {
    const source = this.#sourceOf(chip);
    clearTimeout(this.#leaving);
    if (!source) return;
    if (chip !== this.#chip) this.#isPinned = false;
    this.#chip = chip;
    this.#card.ariaLabel = chip.ariaLabel;
    render(this.#render(numberOf(chip), source), this.#card);
    this.#card.hidden = false;
    this.#follow();
  }

  #leaveSoon(): void {
    clearTimeout(this.#leaving);
    if (this.#isPinned) return;
    this.#leaving = setTimeout(() => {
      const { activeElement } = this.#chat.host.renderRoot as ShadowRoot;
      const hasFocus = this.#card.contains(activeElement) || activeElement === this.#chip;
      if (!hasFocus) this.#close();
    }, LEAVING_MS);
  }

  /** Closes the card. If it has focus, moves focus back to the chip. */
  #close(): void {
    const chip = this.#chip;
    clearTimeout(this.#leaving);
    this.#chip = undefined;
    this.#isPinned = false;
    const { activeElement } = this.#chat.host.renderRoot as ShadowRoot;
    if (chip && this.#card.contains(activeElement)) this.#returnFocus(chip);
    this.#card.hidden = true;
  }

  #returnFocus(chip: HTMLElement): void {
    this.#isReturning = true;
    chip.focus({ preventScroll: true });
    this.#isReturning = false;
  }

  /** Keeps the card beside the chip while the transcript scrolls; closes it when the chip is gone or out of view. */
  #follow(): void {
    if (!this.#chip) return;
    const { host, root } = this.#chat;
    const view = root.querySelector('.transcript');
    const isPlaced =
      this.#chip.isConnected && view && placeCard(this.#card, this.#chip, view, host.panelContainer);
    if (!isPlaced) this.#close();
  }

  #render(number: number, source: SourcePart): TemplateResult {
    const { strings, handleLink } = this.#chat;
    const { openSource } = strings.current;
    return html`${renderSourceLink(source, number, handleLink)}
    ${source.snippet ? html`<p dir="auto">${source.snippet}</p>` : nothing}
    ${siteOf(source) ? html`<span class="open" aria-hidden="true">${openSource} ${askIcon}</span>` : nothing}`;
  }
}
