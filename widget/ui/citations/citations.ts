import { type ChatMessage, type Part, sourcesOf } from '../../protocol/chat-message.ts';
import { fill } from '../words/strings.ts';
import type { ServiceScene } from '../panel/service-view.ts';
import type { Speech } from '../words/speech.ts';

const CITATION = /\[(\d{1,2})\]/g;

/** Where a number in brackets is not a citation. */
const NOT_PROSE = 'a,code,pre,kbd,samp,button';

/** Numbers under which the title of their source is on screen, as the styles have it. */
const TITLED = '.citation[data-title]:is(:hover,:focus-visible)';

/** Makes links of the numbers in finished answers that name one of their sources. Adds elements, never text. */
export class Citations {
  readonly #scene: ServiceScene;
  readonly #speech: Speech;
  /** Where each answer's parts are drawn and linked: a retried answer is drawn into the same element. */
  readonly #linked = new WeakMap<readonly Part[], Element>();

  constructor(scene: ServiceScene, speech: Speech) {
    this.#scene = scene;
    this.#speech = speech;
    // Before all others, and wherever focus is: a pointer alone shows a title.
    const options = { capture: true, signal: scene.signal };
    addEventListener('keydown', (event) => this.#handleKeydown(event), options);
  }

  /** Call after every drawing. */
  link(): void {
    const items = this.#scene.root.querySelectorAll('.messages > li');
    for (const [index, message] of this.#scene.conversation.state.messages.entries()) {
      const item = items[index];
      if (item) this.#linkIn(item, message);
    }
  }

  #linkIn(item: Element, message: ChatMessage): void {
    const { role, status, parts } = message;
    if (role !== 'assistant' || status === 'streaming' || this.#linked.get(parts) === item) return;
    this.#linked.set(parts, item);
    const sources = sourcesOf(message);
    const body = item.querySelector('.markdown');
    for (const text of sources.length > 0 && body ? textsIn(body) : []) {
      // From the end, so that what is split off does not move the places before it.
      for (const match of [...text.data.matchAll(CITATION)].toReversed()) {
        const source = sources[Number(match[1]) - 1];
        if (source) cite(text, match, this.#createLink(item, Number(match[1]), source.title || source.url));
      }
    }
  }

  #createLink(item: Element, number: number, title: string): HTMLAnchorElement {
    const link = document.createElement('a');
    link.className = 'citation';
    link.setAttribute('part', 'citation');
    link.href = `#source-${number}`;
    link.ariaLabel = fill(this.#speech.words.citation, { number, title });
    for (const coming of ['pointerenter', 'focus'])
      link.addEventListener(coming, () => showTitle(link, title));
    link.addEventListener('click', (event) => {
      // Neither the page's address nor the page's business.
      event.preventDefault();
      event.stopPropagation();
      // A pointer stays where it was, and a finger leaves the number hovered.
      hideTitle(link);
      focusSource(item, number);
    });
    return link;
  }

  /** Escape puts titles away first. Pressed in the chat it does nothing else; anywhere else it is the page's. */
  #handleKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    const { root } = this.#scene;
    const titled = [...root.querySelectorAll<HTMLElement>(TITLED)];
    for (const link of titled) hideTitle(link);
    if (titled.length === 0 || !event.composedPath().includes(root)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The element's text outside of code and links, collected before any of it is split. */
function textsIn(body: Element): readonly Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    if (currentNode instanceof Text && !currentNode.parentElement?.closest(NOT_PROSE))
      texts.push(currentNode);
  }
  return texts;
}

/** Puts a link around a place in a text, so that a selection across it survives. */
function cite(text: Text, { index, 0: { length } }: RegExpExecArray, link: HTMLAnchorElement): void {
  const cited = text.splitText(index);
  cited.splitText(length);
  cited.before(link);
  link.append(cited);
}

/** Under the middle of the number, as far as the answer's width allows: the pointer gets there without a gap. */
function showTitle(link: HTMLElement, title: string): void {
  const answer = link.closest('.markdown')?.getBoundingClientRect();
  const { left, width } = link.getBoundingClientRect();
  if (!answer) return;
  link.style.setProperty('--_center', `${left + width / 2 - answer.left}px`);
  link.style.setProperty('--_room', `${answer.width}px`);
  link.dataset['title'] = title;
}

function hideTitle(link: HTMLElement): void {
  delete link.dataset['title'];
}

function focusSource(item: Element, number: number): void {
  const source = item.querySelector<HTMLElement>(`.sources > :nth-child(${number}) > .source`);
  // A source without an address is no link.
  if (source && !source.hasAttribute('href')) source.tabIndex = -1;
  source?.focus();
}
