import { addStyles } from '../../base/css.ts';
import { find } from '../../base/find.ts';
import { DRAWN_FORMULA, FORMULA, isDisplayFormula } from '../../base/formula.ts';
import { isGrowing } from '../../base/is-growing.ts';
import { LazyFeature } from '../../base/lazy-feature.ts';
import { whenIdle } from '../../base/when-idle.ts';
import type { Chat } from '../../feature/chat.ts';
import { drawFormula } from './draw-formula.ts';
import { formulaStyles } from './formulas.styles.ts';
import { mathStyles } from './math.styles.ts';
import { drawsRadicals, spellRadicals } from './radicals.ts';

// For printing, from the same file.
export { drawFormula, drawsRadicals, mathStyles, spellRadicals };

/** Longest time for one piece of work, in milliseconds: half of what a frame may lose. */
const SLICE_MS = 8;

/**
 * Draws the formulas of answers before their code, which stays, hidden, for copying. A formula whose text may still grow is
 * drawn when other text follows. A formula with an error stays code.
 */
export class Formulas {
  readonly #content: HTMLElement;
  readonly #signal: AbortSignal;
  /** The text with which each formula was last drawn, or failed to be drawn. */
  readonly #read = new WeakMap<Element, string>();
  /** The code that copies formulas. Until it has loaded, the browser copies. */
  readonly #copying = new LazyFeature(
    () => import('../actions/copy-answer.ts'),
    () => undefined,
  );
  #isScheduled = false;

  constructor({ host, root, signal }: Pick<Chat, 'host' | 'root' | 'signal'>) {
    this.#content = find(root, '.content');
    this.#signal = signal;
    addStyles(host.renderRoot as ShadowRoot, formulaStyles);
    const handleCopy = (event: ClipboardEvent): void => this.#copying.current?.copyFormulas(event);
    this.#content.addEventListener('copy', handleCopy, { signal });
    const mutations = new MutationObserver(() => this.#draw());
    mutations.observe(this.#content, { childList: true, subtree: true, attributeFilter: ['class'] });
    signal.addEventListener('abort', () => mutations.disconnect());
    this.#draw();
  }

  #draw(): void {
    this.#copying.request();
    const deadline = performance.now() + SLICE_MS;
    for (const drawn of this.#content.querySelectorAll(DRAWN_FORMULA)) dropWithoutCode(drawn);
    for (const code of this.#content.querySelectorAll(FORMULA)) {
      const latex = code.textContent.trim();
      if (this.#read.get(code) === latex || isGrowing(code)) continue;
      if (performance.now() > deadline) return this.#goOn();
      this.#read.set(code, latex);
      show(code, drawFormula(latex, isDisplayFormula(code)));
    }
  }

  #goOn(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    whenIdle(() => {
      this.#isScheduled = false;
      if (!this.#signal.aborted) this.#draw();
    });
  }
}

/** Puts a drawn formula before its code, replacing an earlier drawing. */
function show(code: Element, math: Element | undefined): void {
  const before = code.previousElementSibling;
  if (before?.localName === DRAWN_FORMULA && before.nextSibling === code) before.remove();
  code.removeAttribute('aria-hidden');
  if (!math) return;
  const drawn = document.createElement(DRAWN_FORMULA);
  // The class is used to name the region when the formula scrolls.
  drawn.className = code.className;
  const root = drawn.attachShadow({ mode: 'open' });
  addStyles(root, mathStyles);
  code.before(drawn);
  if (math.querySelector('msqrt, mroot') && !drawsRadicals(root)) spellRadicals(math);
  root.append(math);
  code.ariaHidden = 'true';
}

/** Removes a drawn formula whose code has become something else: `$x$` is no formula in `$x$1`. */
function dropWithoutCode(drawn: Element): void {
  const { nextSibling } = drawn;
  if (nextSibling instanceof Element && nextSibling.matches(FORMULA)) return;
  if (nextSibling instanceof Element && nextSibling.localName === 'code')
    nextSibling.removeAttribute('aria-hidden');
  drawn.remove();
}
