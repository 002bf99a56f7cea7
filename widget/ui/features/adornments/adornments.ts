import type { ReactiveController } from '@lit/reactive-element';
import { find } from '../../base/find.ts';
import type { Strings } from '../../strings/strings.ts';
import { adornmentStyles } from './adornments.styles.ts';
import { codeStyles } from './code/code.styles.ts';
import { addStyles } from '../../base/css.ts';
import { CodeBar } from './code/code-bar.ts';
import { highlightStyles } from './code/highlight/highlight.styles.ts';
import { Highlighter } from './code/highlight/highlighter.ts';
import { markRegion, nameTask, SCROLLERS, unmarkRegion, wrapTables } from './scroll-regions.ts';
import type { Chat } from '../../feature/chat.ts';

/** Only markdown's own code blocks: raw HTML may put several elements into a `<pre>`. */
const CODE = 'pre > code:only-of-type';

/**
 * Makes answers easier to read: bars above code, highlighting, scrollable regions for wide tables and code, names for task
 * checkboxes. Observes the drawn answers and never delays them. A streaming answer gets only bars, which the renderer leaves
 * alone.
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
  /** The strings used for the current names and bars. */
  #drawnStrings: Strings;

  /** Starts with the answers already drawn, and works until the signal aborts. */
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

  /** Updates names and bars when the strings change. */
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

  /** Wraps tables. Only in finished answers, which the renderer does not change any more. */
  #adornEnded(answer: Element): void {
    if (answer.closest('.streaming')) return;
    wrapTables(answer);
    this.#watchScrollers(answer);
    this.#nameTasks(answer);
  }

  #mark(scrollers: readonly HTMLElement[]): void {
    const drawn = scrollers.filter(({ isConnected }) => isConnected);
    // Not the hidden code of a drawn formula, which is one pixel wide and must not be focusable.
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

/** The element itself, if it matches, and its matching descendants. */
function within(element: Element, selector: string): readonly HTMLElement[] {
  const inner = element.querySelectorAll<HTMLElement>(selector);
  return element instanceof HTMLElement && element.matches(selector) ? [element, ...inner] : [...inner];
}

/** The answers inside an element, or the answer that contains it. */
function answersIn(element: Element): readonly Element[] {
  const around = element.closest('.markdown');
  return around ? [around] : [...element.querySelectorAll('.markdown')];
}
