import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { html, noChange, type TemplateResult } from '../base/html.ts';
import type { ElementStrings } from '../words/element-strings.ts';
import { textLanguage } from '../base/text-language.ts';

/** The words of a question as they were typed. */
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

/** Follows the width of the lines. In the next frame: in this one, another height of the transcript would be a loop. */
const WIDTHS = new ResizeObserver((entries) =>
  requestAnimationFrame(() => entries.forEach(({ target }) => markLong(target.parentElement))),
);

/** Marks a bubble that has more than it shows. */
function markLong(bubble: Element | null): void {
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
    // The element may have shown another message.
    this.#id = id;
    setOpen(element, false);
    // Drawn, and not painted: the button comes with the bubble.
    queueMicrotask(() => markLong(element));
    if (element.firstElementChild) WIDTHS.observe(element.firstElementChild);
    return noChange;
  }
}

/** Element directive of a bubble: the message in it begins clamped. */
const clamped = directive(ClampedDirective);

function handleMore({ currentTarget }: Event): void {
  const button = currentTarget as HTMLElement;
  const bubble = button.previousElementSibling;
  if (!bubble) return;
  const isOpen = !bubble.hasAttribute('data-open');
  setOpen(bubble, isOpen);
  // The text that goes was above the button.
  if (!isOpen) button.scrollIntoView({ block: 'nearest' });
}

function setOpen(bubble: Element, isOpen: boolean): void {
  bubble.toggleAttribute('data-open', isOpen);
  bubble.nextElementSibling?.setAttribute('aria-expanded', String(isOpen));
}
