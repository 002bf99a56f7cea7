import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Words } from '../words/words.ts';
import { closeIcon, newChatIcon } from './icons.ts';

/** What the header shows, and the handlers of its buttons. */
export interface HeaderView {
  readonly words: Words;
  readonly heading: string;
  readonly canClear: boolean;
  readonly canClose: boolean;
  readonly handleClear: () => void;
  readonly handleClose: () => void;
}

/** Title, "new chat", and, in a floating panel, close. */
export function headerTemplate(view: HeaderView): TemplateResult {
  const { words } = view;
  return html`<header class="header" part="header">
    <h2 id="heading" class="heading" part="heading"><slot name="header">${view.heading}</slot></h2>
    ${view.canClear ? headerButton(words.newChat, newChatIcon, view.handleClear) : nothing}
    ${view.canClose ? headerButton(words.closeChat, closeIcon, view.handleClose) : nothing}
  </header>`;
}

function headerButton(label: string, icon: TemplateResult, handleClick: () => void): TemplateResult {
  return html`<button class="quiet" type="button" aria-label=${label} title=${label} @click=${handleClick}>
    ${icon}
  </button>`;
}
