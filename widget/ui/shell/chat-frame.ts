import type { ChatHost } from '../element/chat-host.ts';
import { createElement, createLauncher } from '../base/launcher.ts';
import { DOUBLE_PRESS_MS } from '../base/press.ts';
import { pageAccent } from '../base/page-accent.ts';
import { launcherLabel } from '../strings/launcher-label.ts';

/**
 * The launcher and the empty panel, created without templates. Both must work before the panel's code is loaded, and on pages
 * that block templates.
 */
export class ChatFrame {
  readonly launcher = createLauncher();
  /** The element into which the panel renders. */
  readonly panel = createElement('div', {
    id: 'panel',
    class: 'panel',
    part: 'panel',
    tabindex: '-1',
    hidden: '',
    // Two ids: while the list of chats is open it covers the heading, and its own heading is the name.
    'aria-labelledby': 'heading history-heading',
  });
  readonly base = createElement('div', { class: 'base', part: 'base' }, this.launcher, this.panel);

  /** `handlePress`: the launcher was pressed; a double click counts once. `handleIntent`: a press may follow. */
  constructor(handlePress: () => void, handleIntent: () => void) {
    let mayPressAt = 0;
    this.launcher.addEventListener('click', ({ timeStamp }) => {
      if (timeStamp > mayPressAt) handlePress();
      mayPressAt = timeStamp + DOUBLE_PRESS_MS;
    });
    for (const intent of ['pointerenter', 'focus', 'touchstart'])
      this.launcher.addEventListener(intent, handleIntent, { passive: true });
  }

  /** Draws the element's state. */
  draw(state: ChatHost): void {
    const { isFloating, mode } = state;
    this.base.className = [
      'base',
      isFloating ? 'floating' : mode === 'page' ? mode : 'inline',
      state.colorScheme,
      state.font,
      state.position === 'bottom-start' ? 'start' : 'end',
      state.open ? 'opened' : 'closed',
      state.canAnswer ? '' : 'off',
    ].join(' ');
    this.#drawAccent(state.accent);
    this.#drawStrings(state);
    this.#drawPanel(isFloating, state.open);
    this.launcher.hidden = mode !== 'floating';
    this.#moveToTopLayer(isFloating);
  }

  #drawStrings(state: ChatHost): void {
    const { language, heading } = state;
    const strings = { ...launcherLabel(language), ...state.strings };
    // The name does not change with the state: `aria-expanded` reports whether the panel is open.
    this.launcher.ariaLabel = state.launcherLabel || strings.openChat;
    // The name until the panel has a heading.
    this.panel.ariaLabel = heading || strings.openChat;
    const languages = [
      [this.base, language],
      [this.panel, strings.language],
      [this.launcher, state.launcherLabel ? language : strings.language],
    ] as const;
    // Only on a change: setting `lang`, even to the same value, makes Chromium compute all styles inside again.
    for (const [element, lang] of languages) if (element.lang !== lang) element.lang = lang;
  }

  /**
   * Puts a floating frame into the top layer, where no transform, filter, overflow or z-index of the page affects it. A
   * popover closes when it is moved in the document, so this runs at every drawing.
   */
  #moveToTopLayer(isFloating: boolean): void {
    if (!isFloating) this.base.removeAttribute('popover');
    else if (this.base.isConnected && 'showPopover' in this.base) {
      this.base.popover = 'manual';
      if (!this.base.matches(':popover-open')) this.base.showPopover();
    }
  }

  #drawAccent(accent: string): void {
    // An invalid colour is ignored, so that the launcher always has one.
    const brand = CSS.supports('color', accent) ? accent : pageAccent();
    this.base.style.setProperty('--_cf-ai-chat-brand', brand);
  }

  #drawPanel(isFloating: boolean, isOpen: boolean): void {
    this.launcher.ariaExpanded = String(isOpen);
    this.panel.hidden = isFloating && !isOpen;
    // `Sheet` makes the panel a region later: in Chromium an element without a name yet would never become one.
    if (isFloating) this.panel.role = 'dialog';
    else if (this.panel.role !== 'region') this.panel.role = 'group';
  }
}
