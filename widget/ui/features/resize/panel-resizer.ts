import { attempt } from '../../../conversation/attempt.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { addStyles } from '../../base/css.ts';
import { applySize, sizeKey } from './panel-size.ts';
import { isExpanded } from './is-expanded.ts';
import { resizeStyles } from './resize.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** Never smaller than a transcript of a few lines. */
const MIN_WIDTH_PX = 320;
const MIN_HEIGHT_PX = 360;
const WIDE = 'var(--cf-ai-chat-expanded-width,720px) 100vh';

/**
 * Makes the floating panel larger and smaller, by a command or by dragging its corner, and remembers its size for as
 * long as the transcript is kept. The style sheet keeps it within the viewport.
 */
export class PanelResizer {
  readonly #host: ChatHost;

  constructor({ host }: Pick<Chat, 'host'>) {
    this.#host = host;
    addStyles(host.renderRoot as ShadowRoot, resizeStyles);
  }

  /** Gives the panel a wide size, or its own again. */
  toggle(): void {
    this.#resize(isExpanded(this.#host) ? '' : WIDE);
    this.#animate();
  }

  /** Lets the corner follow the pointer that it has captured, until it is released. */
  drag(corner: HTMLElement, start: PointerEvent): void {
    // Released while this code was loaded.
    if (!corner.hasPointerCapture(start.pointerId)) return;
    const panel = this.#host.panelContainer;
    const { offsetWidth, offsetHeight } = panel;
    const isAtLeft = start.clientX < panel.getBoundingClientRect().left + offsetWidth / 2;
    const release = new AbortController();
    const { signal } = release;
    let size = '';
    const follow = ({ clientX, clientY }: PointerEvent): void => {
      const wider = clientX - start.clientX;
      const width = offsetWidth + (isAtLeft ? -wider : wider);
      const height = offsetHeight + start.clientY - clientY;
      size = `${Math.max(width, MIN_WIDTH_PX)}px ${Math.max(height, MIN_HEIGHT_PX)}px`;
      applySize(panel, size);
    };
    corner.addEventListener('pointermove', follow, { signal });
    corner.addEventListener(
      'lostpointercapture',
      () => {
        release.abort();
        if (size) this.#resize(size);
      },
      { signal },
    );
  }

  #resize(size: string): void {
    const host = this.#host;
    applySize(host.panelContainer, size);
    // Where storage is full or forbidden, the size lives with the page.
    attempt(() => host.storage.kept.setItem(sizeKey(host), size));
    host.requestUpdate();
  }

  #animate(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const from = { opacity: 0.4, transform: 'scale(0.97)' };
    this.#host.panelContainer.animate([from, {}], {
      duration: 200,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    });
  }
}
