import { addStyles } from '../../base/css.ts';
import { CLOSE_ICON, createElement, createIcon } from '../../base/launcher.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { SearchDialog } from '../../element/chat-panel.ts';
import { lockPage } from '../../frame/page-lock.ts';
import { markForRecorders } from '../../frame/recorder-marks.ts';
import { searchStrings } from '../../strings/search-strings.ts';
import { searchFrameStyles } from './search-frame.styles.ts';

/** The path of a magnifying glass, in a box of 24 units. */
const SEARCH_ICON = 'M16.2 16.2 20.5 20.5M10.5 18a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15Z';

/** The search dialog with its field. It works before the panel's code has loaded. */
export class SearchFrame implements SearchDialog {
  readonly #host: ChatHost;
  readonly field = createElement('input', {
    type: 'text',
    class: 'search-field',
    part: 'search__field',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
  });
  readonly cancel = createElement(
    'button',
    { type: 'button', class: 'search-cancel' },
    createIcon('close', CLOSE_ICON),
  );
  readonly view = createElement('div', { class: 'search-view' });
  readonly #tinted = createElement(
    'div',
    {},
    createElement('div', { class: 'search-bar' }, createIcon('lens', SEARCH_ICON), this.field, this.cancel),
    this.view,
  );
  readonly dialog = createElement('dialog', { class: 'search', part: 'search' }, this.#tinted);
  #unlock: (() => void) | undefined;
  #fitted: AbortController | undefined;

  constructor(host: ChatHost) {
    this.#host = host;
    addStyles(host.renderRoot as ShadowRoot, searchFrameStyles);
    const { search, cancel } = { ...searchStrings(host.language), ...host.strings };
    this.dialog.ariaLabel = this.field.ariaLabel = search;
    this.cancel.ariaLabel = cancel;
    this.dialog.addEventListener('click', (event) => {
      // A press on the backdrop has the dialog itself as its target.
      if (event.composedPath()[0] === this.dialog) this.close();
    });
    this.cancel.addEventListener('click', () => this.close());
    this.dialog.addEventListener('keydown', (event) => {
      // Escape closes only the dialog, not a panel behind it. If the panel is in the dialog, the panel handles Escape first.
      if (event.key === 'Escape' && !host.isInDialog) event.stopPropagation();
    });
    this.dialog.addEventListener('close', () => this.#handleClosed());
  }

  /** Opens the dialog. With `text`, the cursor is after it; without, the last text is selected so that typing replaces it. */
  show(text = ''): void {
    if (text) this.field.value = text;
    if (!this.dialog.isConnected) this.#host.renderRoot.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    this.follow();
    // The update lets `SchemeFollower` observe the page's colours while the dialog is open.
    this.#host.requestUpdate();
    this.#unlock ??= lockPage();
    this.#fitted ??= this.#followViewport();
    this.field.focus({ preventScroll: true });
    const { length } = this.field.value;
    this.field.setSelectionRange(text ? length : 0, length);
  }

  close(): void {
    this.dialog.close();
    this.#handleClosed();
  }

  /** Applies the chat's colours and font. Call when they may have changed. */
  follow(): void {
    const base = this.#host.panelContainer.parentElement;
    if (!base || !this.dialog.open) return;
    const { colorScheme, font, recording } = this.#host;
    this.#tinted.className = `base tinted ${colorScheme} ${font}`;
    this.#tinted.style.cssText = base.style.cssText;
    markForRecorders(this.#tinted, recording === 'on');
  }

  /**
   * On phones, fits the dialog into the part of the screen that an on-screen keyboard leaves: only the visual viewport
   * shrinks.
   */
  #followViewport(): AbortController {
    const following = new AbortController();
    const viewport = globalThis.visualViewport;
    const fit = (): void => {
      // Pinch zoom shrinks the visual viewport too, but must not shrink the dialog.
      if (!viewport || viewport.scale > 1.01) return;
      this.dialog.style.setProperty('--_cf-ai-chat-viewport-height', `${viewport.height}px`);
      this.dialog.style.setProperty('--_cf-ai-chat-viewport-top', `${viewport.offsetTop}px`);
    };
    for (const type of ['resize', 'scroll'])
      viewport?.addEventListener(type, fit, { passive: true, signal: following.signal });
    fit();
    return following;
  }

  #handleClosed(): void {
    this.#unlock?.();
    this.#unlock = undefined;
    this.#fitted?.abort();
    this.#fitted = undefined;
    this.#host.requestUpdate();
  }
}
