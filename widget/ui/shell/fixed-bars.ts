import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { afterPaint } from './after-paint.ts';

const INTERVAL_MS = 1_000;
/** Looks at a page whose banners may come late. After them, only actions of the visitor are a reason to look again. */
const EARLY_LOOKS = 10;
/** A cookie banner above a bar to buy with, and one to spare. */
const MAX_BARS = 3;
const REASONS = ['load', 'resize', 'scroll', 'click', 'keydown'];

type BarsHost = ReactiveControllerHost & { readonly mode: string; readonly open: boolean };

/**
 * Keeps the closed launcher above bars that the page has fixed to its bottom. Looks at the page at most once a second, when the
 * browser has just drawn and need not lay out for it; the page's nodes are not observed.
 */
export class FixedBars implements ReactiveController {
  readonly #host: BarsHost;
  readonly #launcher: HTMLElement;
  readonly #lift: (height: number) => void;
  #listening: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;

  /** `lift` moves the launcher up by a number of pixels from where it stands without bars. */
  constructor(host: BarsHost, launcher: HTMLElement, lift: (height: number) => void) {
    this.#host = host;
    this.#launcher = launcher;
    this.#lift = lift;
    host.addController(this);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const options = { signal: this.#listening.signal, passive: true, capture: true };
    for (const reason of REASONS) addEventListener(reason, () => this.#schedule(), options);
    this.#looks = 0;
    if (document.readyState === 'complete') this.#schedule();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => afterPaint(() => this.#look()), INTERVAL_MS);
  }

  #look(): void {
    this.#timer = undefined;
    if (!this.#listening || this.#listening.signal.aborted) return;
    // An open panel does not move.
    if (this.#host.mode === 'floating' && !this.#host.open) this.#lift(heightOfBars(this.#launcher));
    this.#looks += 1;
    if (this.#looks < EARLY_LOOKS) this.#schedule();
  }
}

function heightOfBars(launcher: HTMLElement): number {
  const { left, width } = launcher.getBoundingClientRect();
  let top = innerHeight;
  for (let count = 0; count < MAX_BARS; count += 1) {
    const bar = document.elementsFromPoint(left + width / 2, top - 2).find(isBar);
    if (!bar) break;
    ({ top } = bar.getBoundingClientRect());
  }
  return innerHeight - top;
}

function isBar(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < innerWidth / 2 || height > innerHeight / 2) return false;
  return /fixed|sticky/.test(getComputedStyle(element).position);
}
