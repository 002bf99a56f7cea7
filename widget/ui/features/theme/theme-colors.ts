import type { ReactiveController } from '@lit/reactive-element';
import type { ChatHost } from '../../element/chat-host.ts';
import type { Chat } from '../../feature/chat.ts';
import { BLACK, formatColor, inkOn, parseColor, type Rgb, WHITE } from './color.ts';
import { type ChosenColors, derivePalette } from './palette.ts';

/** The panel's default surface in the dark scheme. */
const DARK_SURFACE: Rgb = [23 / 255, 25 / 255, 31 / 255];

/** Derives the panel's colours from the surfaces that the page has set, so that all text is readable. */
export class ThemeColors implements ReactiveController {
  readonly #host: ChatHost;
  /** An element whose computed colour converts any CSS colour. */
  readonly #probe = document.createElement('i');
  #state = '';

  constructor({ host, signal }: Chat) {
    this.#host = host;
    this.#probe.hidden = true;
    this.draw();
    host.addController(this);
    signal.addEventListener('abort', () => host.removeController(this));
  }

  hostUpdated(): void {
    const { open, accent, colorScheme } = this.#host;
    const state = `${open} ${accent} ${colorScheme}`;
    if (state !== this.#state) this.draw();
    this.#state = state;
  }

  /** Reads the colours that the page has set, and sets those of the panel. */
  draw(): void {
    const base = this.#host.panelContainer.parentElement;
    if (!base) return;
    base.style.colorScheme = '';
    // Inside `base`, `light-dark()` and `var()` have the panel's values.
    base.append(this.#probe);
    const chosen = this.#readColors(getComputedStyle(base));
    this.#probe.remove();
    const palette = derivePalette(chosen);
    for (const [name, color] of palette) base.style.setProperty(`--_cf-ai-chat-${name}`, formatColor(color));
    base.style.colorScheme = inkOn(chosen.surface) === BLACK ? 'light' : 'dark';
  }

  #readColors(styles: CSSStyleDeclaration): ChosenColors {
    const read = (name: string, behind?: Rgb): Rgb | undefined =>
      this.#resolve(styles.getPropertyValue(`--${name}`), behind);
    const ownSurface = this.#host.colorScheme === 'dark' ? DARK_SURFACE : WHITE;
    const surface = read('cf-ai-chat-surface-color') ?? ownSurface;
    const of = (name: string): Rgb | undefined => read(`cf-ai-chat-${name}`, surface);
    return {
      surface,
      accent: read('_cf-ai-chat-accent', surface) ?? surface,
      text: of('text-color'),
      muted: of('muted-color'),
      line: of('line-color'),
      header: of('header-background'),
      hasHeaderPicture: /\(/.test(styles.getPropertyValue('--cf-ai-chat-header-background')),
      headerText: of('header-color'),
      bubble: of('bubble-background'),
      bubbleText: of('bubble-color'),
      code: of('code-background'),
    };
  }

  #resolve(value: string, behind: Rgb | undefined): Rgb | undefined {
    const { style } = this.#probe;
    style.color = '';
    // `color-mix` makes the computed value `color(srgb …)` for every notation.
    if (value) style.color = `color-mix(in srgb, ${value}, ${value})`;
    return style.color ? parseColor(getComputedStyle(this.#probe).color, behind) : undefined;
  }
}
