import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { addStyles } from '../../base/css.ts';
import type { LinkItem, MenuItem } from '../../base/menu-item.ts';
import { menuStyles } from './menu.styles.ts';
import { nextItem } from './next-item.ts';
import type { Chat } from '../../feature/chat.ts';

/**
 * The menu in the header, see https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/. It closes when focus leaves it, and at a
 * press elsewhere.
 */
export class Menu {
  readonly #chat: Chat;
  #isOpen = false;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, menuStyles);
    document.addEventListener('pointerdown', (event) => this.#handlePointerdown(event), {
      signal: chat.signal,
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens the menu and focuses its first or last line; closes an open menu. */
  async toggle(end: 'first' | 'last' = 'first'): Promise<void> {
    if (this.#isOpen) {
      this.#close();
      return;
    }
    const { host, redraw } = this.#chat;
    this.#isOpen = true;
    redraw();
    await host.updateComplete;
    this.#items.at(end === 'first' ? 0 : -1)?.focus();
  }

  /** The open menu; nothing while it is closed. */
  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`<div
      id="menu"
      class="menu"
      part="menu"
      role="menu"
      aria-label=${this.#chat.strings.current.menu}
      @keydown=${(event: KeyboardEvent) => this.#handleKeydown(event)}
      @focusout=${(event: FocusEvent) => this.#handleFocusout(event)}
    >
      ${this.#chat.draw('menu').map((items) => items?.map((item) => this.#renderItem(item)))}
    </div>`;
  }

  get #items(): HTMLElement[] {
    return [...this.#chat.root.querySelectorAll<HTMLElement>('.menu-item')];
  }

  get #button(): HTMLElement | null {
    return this.#chat.root.querySelector('.menu-button');
  }

  #renderItem(item: MenuItem): TemplateResult {
    const content = html`${item.icon}<span>${item.label}</span>`;
    if ('url' in item) return this.#renderLink(item, content);
    return html`<button
      class="menu-item"
      part="menu-item"
      type="button"
      role="menuitem"
      tabindex="-1"
      aria-disabled=${item.isDisabled ? 'true' : nothing}
      @click=${() => this.#select(item)}
    >
      ${content}
    </button>`;
  }

  #renderLink({ url, handleFollow }: LinkItem, content: TemplateResult): TemplateResult {
    const link = linkAttributes(url);
    return html`<a
      class="menu-item"
      part="menu-item"
      role="menuitem"
      tabindex="-1"
      href=${link?.href ?? nothing}
      rel=${link?.rel ?? nothing}
      target=${link?.target ?? nothing}
      @click=${(event: MouseEvent) => {
        handleFollow(event);
        this.#close();
      }}
      >${content}</a
    >`;
  }

  #select(item: MenuItem): void {
    if (!('handleSelect' in item) || item.isDisabled) return;
    this.#close();
    item.handleSelect();
  }

  #handleKeydown(event: KeyboardEvent): void {
    // `#close` focuses the button, so that Tab continues from there.
    if (event.key === 'Tab') this.#close();
    else if (event.key === 'Escape') this.#close();
    else if (!this.#moveFocus(event)) return;
    if (event.key !== 'Tab') event.preventDefault();
    // Escape must not also close the panel.
    event.stopPropagation();
  }

  #moveFocus({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const items = this.#items;
    const labels = items.map((item) => item.textContent.trim());
    const index = items.findIndex((item) => item.matches(':focus'));
    const next = nextItem(key, index, labels);
    if (next !== undefined) items[next]?.focus();
    return next !== undefined;
  }

  #handleFocusout({ relatedTarget }: FocusEvent): void {
    // Stay open if another window has focus: it comes back here.
    if (!document.hasFocus()) return;
    const isInside =
      relatedTarget instanceof HTMLElement && relatedTarget.matches('.menu-item, .menu-button');
    if (!isInside) this.#setClosed();
  }

  #handlePointerdown(event: PointerEvent): void {
    const path = event.composedPath();
    const isOurs = path.some((node) => node instanceof HTMLElement && node.matches('.menu, .menu-button'));
    if (!isOurs) this.#setClosed();
  }

  #close(): void {
    this.#button?.focus();
    this.#setClosed();
  }

  #setClosed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#chat.redraw();
  }
}
