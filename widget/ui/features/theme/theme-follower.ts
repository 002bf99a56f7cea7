import type { ReactiveController } from '@lit/reactive-element';
import { LazyFeature } from '../../base/lazy-feature.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { ThemeColors } from './theme-colors.ts';
import type { Chat } from '../../feature/chat.ts';

/** Tokens on which other colours depend. */
const SURFACES = ['surface', 'text', 'muted', 'header', 'bubble', 'code'];

/**
 * Has the panel's colours derived where the page has chosen surfaces of its own, and again whenever it chooses others. The
 * code for it is loaded only there.
 */
export class ThemeFollower implements ReactiveController {
  readonly #host: ChatHost;
  readonly #colors: LazyFeature<ThemeColors>;
  #state = '';

  constructor({ host, signal }: Pick<Chat, 'host' | 'signal'>) {
    this.#host = host;
    this.#colors = new LazyFeature(
      async () => new (await import('./theme-colors.ts')).ThemeColors(host),
      () => (this.#colors.current ? this.#colors.current.draw() : host.requestUpdate()),
    );
    // `theme.styles.ts` has the tokens of the panel in transition when they change.
    host.panelContainer.addEventListener('transitionrun', (event) => this.#handleChange(event), { signal });
    host.addController(this);
    signal.addEventListener('abort', () => host.removeController(this));
  }

  /** Resolves when the colours are there; at once where the page has chosen none. */
  async ready(): Promise<void> {
    if (!this.#hasSurfaces()) return;
    // Without its code the chat works, in colours that may be hard to read.
    await this.#colors.load().catch(() => undefined);
  }

  hostUpdated(): void {
    const { open, accent, colorScheme } = this.#host;
    const state = `${open} ${accent} ${colorScheme}`;
    if (state !== this.#state) this.#colors.current?.draw();
    this.#state = state;
    // The page has chosen surfaces when it was asked for first.
    if (this.#colors.failures > 0) this.#colors.request();
  }

  #handleChange({ propertyName }: TransitionEvent): void {
    if (!propertyName.startsWith('--cf-ai-chat-')) return;
    if (this.#colors.current) this.#colors.current.draw();
    else if (this.#hasSurfaces()) this.#colors.request();
  }

  #hasSurfaces(): boolean {
    const styles = getComputedStyle(this.#host);
    return SURFACES.some((name) =>
      ['color', 'background'].some((kind) => styles.getPropertyValue(`--cf-ai-chat-${name}-${kind}`) !== ''),
    );
  }
}
