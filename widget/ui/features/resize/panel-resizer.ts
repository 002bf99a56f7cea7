import { attempt } from '../../../conversation/attempt.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { addStyles } from '../../base/css.ts';
import { applySize, sizeKey } from './panel-size.ts';
import { isExpanded } from './is-expanded.ts';
import { resizeStyles } from './resize.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** Smallest size: a transcript of a few lines must fit. */
const MIN_WIDTH_PX = 320;
const MIN_HEIGHT_PX = 360;
const WIDE = 'var(--cf-ai-chat-expanded-width,720px) 100vh';

/**
 * Resizes the floating panel, by a command or by dragging its corner, and stores the size for as long as the transcript is
 * kept. The style sheet keeps the panel inside the viewport.
 */
export class PanelResizer {
  readonly #host: ChatHost;

  constructor({ host }: Pick<Chat, 'host'>) {
    this.#host = host;
    addStyles(host.renderRoot as ShadowRoot, resizeStyles);
  }

  /** Enlarges the panel. A panel that was enlarged or dragged before gets the default size of the style sheet. */
  toggle(): void {
    this.#resize(isExpanded(this.#host) ? '' : WIDE);
    this.#animate();
  }

  /** Resizes with the pointer that the corner has captured, until it is released. */
  drag(corner: HTMLElement, start: PointerEvent): void {
    // The pointer was released while this code was loading.
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
    // If storage is full or forbidden, the size is kept only on this page.
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
