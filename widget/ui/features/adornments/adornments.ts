import type { ReactiveController } from '@lit/reactive-element';
import { find } from '../../base/find.ts';
import type { Strings } from '../../words/strings.ts';
import { adornmentStyles } from './adornments.styles.ts';
import { codeStyles } from './code/code.styles.ts';
import { addStyles } from '../../base/css.ts';
import { CodeBar } from './code/code-bar.ts';
import { highlightStyles } from './code/highlight/highlight.styles.ts';
import { Highlighter } from './code/highlight/highlighter.ts';
import { markRegion, nameTask, SCROLLERS, unmarkRegion, wrapTables } from './scroll-regions.ts';
import type { Chat } from '../../feature/chat.ts';

/** Raw HTML may put more than one element in a `<pre>`; only markdown's own code blocks are adorned. */
const CODE = 'pre > code:only-of-type';

/**
 * Makes the answers of a panel comfortable to read: bars over code, highlighting, regions for wide tables and code that
 * scroll, names for task boxes. Watches the drawn answers and never delays them. An answer that
 * streams gets bars only, which the renderer leaves alone.
 */
export class Adornments implements ReactiveController {
  readonly #chat: Chat;
  readonly #content: HTMLElement;
  readonly #bars = new WeakMap<Element, CodeBar>();
  readonly #sizes = new ResizeObserver((entries) =>
    this.#mark(entries.map(({ target }) => target as HTMLElement)),
  );
  readonly #mutations = new MutationObserver((records) => this.#handleMutations(records));
  readonly #highlighter: Highlighter;
  /** The words that are drawn. */
  #drawnStrings: Strings;

  /** Starts with the answers that are drawn, and goes on until the signal aborts. */
  constructor(chat: Chat) {
    const { host, strings, root, signal } = chat;
    this.#chat = chat;
    this.#drawnStrings = strings.current;
    const scroller = find(root, '.transcript');
    this.#content = find(scroller, '.content');
    this.#highlighter = new Highlighter(scroller, signal);
    addStyles(host.renderRoot as ShadowRoot, codeStyles + highlightStyles + adornmentStyles);
    for (const answer of answersIn(this.#content)) {
      this.#adorn(answer);
      this.#adornEnded(answer);
    }
    this.#mutations.observe(this.#content, { childList: true, subtree: true, attributeFilter: ['class'] });
    host.addController(this);
    signal.addEventListener('abort', () => this.#dispose());
  }

  /** Follows the language of the interface, and the page's own words. */
  hostUpdated(): void {
    const { current } = this.#chat.strings;
    if (current === this.#drawnStrings) return;
    this.#drawnStrings = current;
    for (const code of this.#content.querySelectorAll(CODE)) this.#bars.get(code)?.update();
    for (const answer of answersIn(this.#content)) {
      this.#nameTasks(answer);
      this.#mark(within(answer, SCROLLERS));
    }
  }

  #handleMutations(records: readonly MutationRecord[]): void {
    const answers = new Set<Element>();
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') this.#handleClass(target as Element, answers);
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        this.#adorn(target instanceof HTMLPreElement ? target : node);
        for (const answer of answersIn(node)) answers.add(answer);
      }
    }
    for (const answer of answers) this.#adornEnded(answer);
    this.#highlighter.follow();
  }

  #handleClass(element: Element, answers: Set<Element>): void {
    if (element.localName === 'code') this.#bars.get(element)?.update();
    else if (element.matches('.message')) answersIn(element).forEach((answer) => answers.add(answer));
  }

  #adorn(added: Element): void {
    for (const code of within(added, CODE)) {
      if (this.#bars.has(code)) continue;
      this.#bars.set(code, new CodeBar(code, this.#chat));
      this.#highlighter.watch(code);
    }
    this.#nameTasks(added);
    this.#watchScrollers(added);
  }

  #watchScrollers(added: Element): void {
    for (const scroller of within(added, SCROLLERS)) this.#sizes.observe(scroller);
  }

  #nameTasks(added: Element): void {
    for (const box of within(added, 'input')) nameTask(box as HTMLInputElement, this.#drawnStrings);
  }

  /** Moves tables, which only an answer that has ended allows: its renderer changes nothing any more. */
  #adornEnded(answer: Element): void {
    if (answer.closest('.streaming')) return;
    wrapTables(answer);
    this.#watchScrollers(answer);
    this.#nameTasks(answer);
  }

  #mark(scrollers: readonly HTMLElement[]): void {
    const drawn = scrollers.filter(({ isConnected }) => isConnected);
    // The hidden code of a drawn formula is one pixel wide, and no place to go to.
    const wide = new Set(
      drawn.filter(({ scrollWidth, clientWidth, ariaHidden }) => !ariaHidden && scrollWidth > clientWidth),
    );
    for (const scroller of drawn) {
      if (wide.has(scroller)) markRegion(scroller, this.#drawnStrings);
      else unmarkRegion(scroller);
    }
  }

  #dispose(): void {
    this.#mutations.disconnect();
    this.#sizes.disconnect();
    this.#chat.host.removeController(this);
  }
}

/** An element, if it matches, and all in it that do. */
function within(element: Element, selector: string): readonly HTMLElement[] {
  const inner = element.querySelectorAll<HTMLElement>(selector);
  return element instanceof HTMLElement && element.matches(selector) ? [element, ...inner] : [...inner];
}

/** The answers in an element, or the one around it. */
function answersIn(element: Element): readonly Element[] {
  const around = element.closest('.markdown');
  return around ? [around] : [...element.querySelectorAll('.markdown')];
}
