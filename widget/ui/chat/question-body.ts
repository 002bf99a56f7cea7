import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { html, noChange, type TemplateResult } from '../base/html.ts';
import type { ElementStrings } from '../strings/element-strings.ts';
import { textLanguage } from '../base/text-language.ts';

/** The text of a question as it was typed. */
export function renderQuestionBody(
  message: ChatMessage,
  { current: strings, language }: Pick<ElementStrings, 'current' | 'language'>,
): TemplateResult {
  const text = textOf(message);
  return html`<div
      class="bubble"
      part="message__body message__body--user"
      dir="auto"
      lang=${textLanguage(text, language)}
      ${clamped(message.id)}
    >
      <div class="asked">${text}</div>
    </div>
    <button class="more" type="button" aria-expanded="false" @click=${handleMore}>
      <span>${strings.showMore}</span><span>${strings.showLess}</span>
    </button>`;
}

/**
 * Checks bubbles again when their width changes. One frame later, because a change of height in the same frame would cause a
 * ResizeObserver loop error.
 */
const WIDTH_OBSERVER = new ResizeObserver((entries) =>
  requestAnimationFrame(() => entries.forEach(({ target }) => markClamped(target.parentElement))),
);

/** Marks a bubble whose text is clamped, so that its button is shown. */
function markClamped(bubble: Element | null): void {
  const text = bubble?.firstElementChild;
  if (!text || bubble.hasAttribute('data-open')) return;
  bubble.toggleAttribute('data-long', text.scrollHeight > text.clientHeight + 1);
}

class ClampedDirective extends Directive {
  #id = '';

  override render(_id: string): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [id]: [string]): typeof noChange {
    if (id === this.#id) return noChange;
    // Lit may reuse the element for another message: close it again.
    this.#id = id;
    setOpen(element, false);
    // After drawing, before the next paint, so that the button appears together with the bubble.
    queueMicrotask(() => markClamped(element));
    if (element.firstElementChild) WIDTH_OBSERVER.observe(element.firstElementChild);
    return noChange;
  }
}

/** Element directive for a bubble: a message is first shown clamped. */
const clamped = directive(ClampedDirective);

function handleMore({ currentTarget }: Event): void {
  const button = currentTarget as HTMLElement;
  const bubble = button.previousElementSibling;
  if (!bubble) return;
  const isOpen = !bubble.hasAttribute('data-open');
  setOpen(bubble, isOpen);
  // Clamping removes text above the button, so the button may leave the view.
  if (!isOpen) button.scrollIntoView({ block: 'nearest' });
}

function setOpen(bubble: Element, isOpen: boolean): void {
  bubble.toggleAttribute('data-open', isOpen);
  bubble.nextElementSibling?.setAttribute('aria-expanded', String(isOpen));
}
