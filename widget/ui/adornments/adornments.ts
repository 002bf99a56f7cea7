import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../shell/chat-panel.ts';
import { type AdornmentWords, adornmentWords } from '../words/adornment-words.ts';
import { adornmentStyles } from './adornments.styles.ts';
import { addStyles } from '../shell/css.ts';
import { CodeBar, type CodeBarContext } from '../code/code-bar.ts';
import { LazyHighlighter } from '../code/lazy-highlighter.ts';
import { markRegion, nameTask, SCROLLERS, unmarkRegion, wrapTables } from './scroll-regions.ts';

/** Raw HTML may put more than one element in a `<pre>`; only markdown's own code blocks are adorned. */
const CODE = 'pre > code:only-of-type';

/**
 * Adds to the answers of a panel what makes them comfortable to read: bars over code, highlighting, regions
 * for what scrolls, names for task boxes. Follows what is drawn; nothing here draws an answer or is waited
 * for. While an answer streams, only bars come into it, which the renderer leaves alone.
 */
export class Adornments implements ReactiveController, CodeBarContext {
  readonly #host: ChatHost;
  readonly #content: HTMLElement;
  readonly #status = Object.assign(document.createElement('div'), {
    className: 'visually-hidden',
    role: 'status',
  });
  readonly #bars = new WeakMap<Element, CodeBar>();
  readonly #sizes = new ResizeObserver((entries) =>
    this.#mark(entries.map(({ target }) => target as HTMLElement)),
  );
  readonly #mutations = new MutationObserver((records) => this.#handleMutations(records));
  readonly #highlighter: LazyHighlighter;
  #language: string;
  #strings: ChatHost['strings'];

  /** Starts on what is drawn in a panel's root, and goes on until the signal aborts. */
  constructor(host: ChatHost, root: HTMLElement, signal: AbortSignal) {
    this.#host = host;
    this.#language = host.language;
    this.#strings = host.strings;
    const scroller = find(root, '.transcript');
    this.#content = find(scroller, '.content');
    this.#highlighter = new LazyHighlighter(scroller, signal);
    root.append(this.#status);
    addStyles(host.renderRoot as ShadowRoot, adornmentStyles);
    for (const answer of answersIn(this.#content)) {
      this.#adorn(answer);
      this.#settle(answer);
    }
    this.#mutations.observe(this.#content, { childList: true, subtree: true, attributeFilter: ['class'] });
    host.addController(this);
    signal.addEventListener('abort', () => this.#dispose());
  }

  get words(): AdornmentWords {
    return { ...adornmentWords(this.#language), ...this.#strings };
  }

  get near(): Element {
    return this.#content;
  }

  /** Announces words, also when they are the same as the last time. */
  readonly say = (words: string): void => {
    this.#status.textContent = '';
    requestAnimationFrame(() => (this.#status.textContent = words));
  };

  /** Follows the language of the interface, and the page's own words. */
  hostUpdated(): void {
    const { language, strings } = this.#host;
    if (language === this.#language && strings === this.#strings) return;
    this.#language = language;
    this.#strings = strings;
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
    for (const answer of answers) this.#settle(answer);
    this.#highlighter.follow();
  }

  #handleClass(element: Element, answers: Set<Element>): void {
    if (element.localName === 'code') this.#bars.get(element)?.update();
    else if (element.matches('.message')) answersIn(element).forEach((answer) => answers.add(answer));
  }

  #adorn(added: Element): void {
    for (const code of within(added, CODE)) {
      if (this.#bars.has(code)) continue;
      this.#bars.set(code, new CodeBar(code, this));
      this.#highlighter.watch(code);
    }
    this.#nameTasks(added);
    this.#watchScrollers(added);
  }

  #watchScrollers(added: Element): void {
    for (const scroller of within(added, SCROLLERS)) this.#sizes.observe(scroller);
  }

  #nameTasks(added: Element): void {
    for (const box of within(added, 'input')) nameTask(box as HTMLInputElement, this.words);
  }

  /** What may only be done to an answer that has ended: the renderer then has let go of its nodes. */
  #settle(answer: Element): void {
    if (answer.closest('.streaming')) return;
    wrapTables(answer);
    this.#watchScrollers(answer);
    this.#nameTasks(answer);
  }

  #mark(scrollers: readonly HTMLElement[]): void {
    const drawn = scrollers.filter(({ isConnected }) => isConnected);
    const wide = new Set(drawn.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    for (const scroller of drawn) {
      if (wide.has(scroller)) markRegion(scroller, this.words);
      else unmarkRegion(scroller);
    }
  }

  #dispose(): void {
    this.#mutations.disconnect();
    this.#sizes.disconnect();
    this.#host.removeController(this);
  }
}

/** An element, if it matches, and all in it that do. */
function within(element: Element, selector: string): readonly HTMLElement[] {
  const inner = element.querySelectorAll<HTMLElement>(selector);
  return element instanceof HTMLElement && element.matches(selector) ? [element, ...inner] : [...inner];
}

/** The answers an element holds, or the one it stands in. */
function answersIn(element: Element): readonly Element[] {
  const around = element.closest('.markdown');
  return around ? [around] : [...element.querySelectorAll('.markdown')];
}

function find(root: Element, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`expected ${selector} in the panel`);
  return element;
}
