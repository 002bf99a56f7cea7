import { html, nothing, type TemplateResult } from '../base/html.ts';
import type { Words } from '../words/words.ts';
import { closeIcon, menuIcon } from '../base/icons.ts';

/** The content of the header, and the handlers of its buttons. */
export interface HeaderView {
  readonly words: Words;
  readonly heading: string;
  /** Language of the heading, where it is not that of the words. */
  readonly headingLanguage: string | undefined;
  /** Language of the page's own words, where it is not that of ours. */
  readonly ownLanguage: string | undefined;
  readonly subtitle: string;
  /** Address of a picture that may be shown. */
  readonly avatar: string | undefined;
  readonly canClose: boolean;
  readonly isMenuOpen: boolean;
  /** The open menu; nothing while it is closed. */
  readonly drawMenu: () => unknown;
  /** A sign that the menu may be opened soon. */
  readonly handleMenuIntent: () => void;
  /** `end`: which end of the menu gets focus. */
  readonly handleMenu: (end: 'first' | 'last') => void;
  readonly handleClose: () => void;
}

/** Picture, title and status line, the menu, and, in a floating panel, close. */
export function headerTemplate(view: HeaderView): TemplateResult {
  const { words, subtitle } = view;
  return html`<div class="header" part="header">
    ${avatarTemplate(view.avatar)}
    <div class="title">
      <h2 id="heading" class="heading" part="heading" lang=${view.headingLanguage ?? nothing}>
        <slot name="header">${view.heading}</slot>
      </h2>
      ${
        subtitle
          ? html`<p class="subtitle" part="subtitle" lang=${view.ownLanguage ?? nothing}>${subtitle}</p>`
          : nothing
      }
    </div>
    ${menuButton(view)}
    ${
      view.canClose
        ? html`<button
            class="quiet"
            part="close"
            type="button"
            aria-label=${words.closeChat}
            title=${words.closeChat}
            @click=${view.handleClose}
          >
            ${closeIcon}
          </button>`
        : nothing
    }
    ${view.drawMenu()}
  </div>`;
}

/** The picture of who answers; decoration, as the title stands beside it. */
export function avatarTemplate(url: string | undefined): TemplateResult | typeof nothing {
  if (!url) return nothing;
  return html`<img
    class="avatar"
    part="avatar"
    alt=""
    referrerpolicy="no-referrer"
    draggable="false"
    src=${url}
    @error=${hide}
    @load=${show}
  />`;
}

function hide({ target }: Event): void {
  if (target instanceof HTMLElement) target.hidden = true;
}

function show({ target }: Event): void {
  if (target instanceof HTMLElement) target.hidden = false;
}

function menuButton({ words, isMenuOpen, handleMenu, handleMenuIntent }: HeaderView): TemplateResult {
  return html`<button
    class="quiet menu-button"
    part="menu-button"
    type="button"
    aria-haspopup="menu"
    aria-expanded=${isMenuOpen ? 'true' : 'false'}
    aria-controls=${isMenuOpen ? 'menu' : nothing}
    aria-label=${words.menu}
    title=${words.menu}
    @pointerenter=${handleMenuIntent}
    @focus=${handleMenuIntent}
    @click=${() => handleMenu('first')}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      handleMenu(event.key === 'ArrowDown' ? 'first' : 'last');
    }}
  >
    ${menuIcon}
  </button>`;
}
