import { addStyles } from '../../base/css.ts';
import { CLOSE_ICON, createElement, createIcon } from '../../base/launcher.ts';
import { isInputMethodKey } from '../../base/press.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { LoadingPanel } from '../../element/chat-panel.ts';
import { frameStyles } from '../../frame/frame.styles.ts';
import { loadingStrings } from '../../strings/loading-strings.ts';
import { loadingStyles } from './loading-panel.styles.ts';

/** Draws the content of the panel's frame until the panel replaces it. */
export class LoadingPanelView implements LoadingPanel {
  readonly #host: ChatHost;
  readonly box = createElement('input', {});

  constructor(host: ChatHost) {
    this.#host = host;
    addStyles(host.renderRoot as ShadowRoot, frameStyles + loadingStyles);
    // Not a form: sandboxed iframes may not submit one.
    this.box.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !isInputMethodKey(event)) this.box.readOnly = true;
    });
  }

  showLoading(): void {
    const { open, panelContainer, pageContext } = this.#host;
    this.show(createElement('div', { class: 'lines' }), this.box);
    this.box.ariaLabel = panelContainer.ariaLabel;
    // Focus the box, as the panel will. Not if the page's selection is to be sent: focus would end the selection.
    if (
      open &&
      !pageContext.includes('selection') &&
      navigator.userActivation?.isActive !== false &&
      !matchMedia('(pointer: coarse)').matches
    )
      this.box.focus({ preventScroll: true });
  }

  get strings(): ReturnType<typeof loadingStrings> {
    const { language, strings } = this.#host;
    return { ...loadingStrings(language), ...strings };
  }

  show(...content: readonly HTMLElement[]): void {
    const { heading, isFloating, panelContainer } = this.#host;
    const top = createElement('div', { class: 'top' });
    // Without `heading` there is no title yet: the default in the visitor's language comes with the panel.
    if (heading) top.append(createElement('h2', { id: 'heading' }, heading));
    if (isFloating) top.append(this.#closeButton());
    panelContainer.replaceChildren(createElement('div', { class: 'loading' }, top, ...content));
  }

  #closeButton(): HTMLElement {
    const { closeChat, language } = this.strings;
    const attributes = { type: 'button', 'aria-label': closeChat, lang: language };
    const button = createElement('button', attributes, createIcon('close', CLOSE_ICON));
    button.addEventListener('click', () => this.#host.hide());
    return button;
  }
}
