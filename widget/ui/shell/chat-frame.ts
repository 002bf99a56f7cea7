import type { ChatHost } from '../element/chat-host.ts';
import { createElement, createLauncher } from '../base/launcher.ts';
import { pageAccent } from '../base/page-accent.ts';
import { launcherLabel } from '../words/launcher-label.ts';

/**
 * The launcher and the empty panel, built without templates: this much must work before the panel's
 * code is loaded, and where the page blocks templates.
 */
export class ChatFrame {
  readonly launcher = createLauncher();
  /** Where the panel renders. */
  readonly panel = createElement('div', {
    id: 'panel',
    class: 'panel',
    part: 'panel',
    tabindex: '-1',
    hidden: '',
    // What the list of chats covers names nothing.
    'aria-labelledby': 'heading history-heading',
  });
  readonly base = createElement('div', { class: 'base', part: 'base' }, this.launcher, this.panel);

  /** Draws a state. */
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
    this.#lift(isFloating);
  }

  #drawStrings(state: ChatHost): void {
    const { language, heading } = state;
    const strings = { ...launcherLabel(language), ...state.strings };
    // `aria-expanded` says whether it is open, until the panel hides it.
    this.launcher.ariaLabel = state.launcherLabel || strings.openChat;
    // Until the panel has a heading.
    this.panel.ariaLabel = heading || strings.openChat;
    const languages = [
      [this.base, language],
      [this.panel, strings.language],
      [this.launcher, state.launcherLabel ? language : strings.language],
    ] as const;
    // Setting it, even to the same value, makes Chromium compute the styles of everything inside again.
    for (const [element, lang] of languages) if (element.lang !== lang) element.lang = lang;
  }

  /**
   * Lifts a floating frame into the top layer, where no transform, filter, overflow or z-index of the
   * page reaches it. A popover closes when it is moved in the document, so this happens at every drawing.
   */
  #lift(isFloating: boolean): void {
    if (!isFloating) this.base.removeAttribute('popover');
    else if (this.base.isConnected && 'showPopover' in this.base) {
      this.base.popover = 'manual';
      if (!this.base.matches(':popover-open')) this.base.showPopover();
    }
  }

  #drawAccent(accent: string): void {
    // An invalid colour must not leave the launcher without one.
    const brand = CSS.supports('color', accent) ? accent : pageAccent();
    this.base.style.setProperty('--_cf-ai-chat-brand', brand);
  }

  #drawPanel(isFloating: boolean, isOpen: boolean): void {
    this.launcher.ariaExpanded = String(isOpen);
    this.panel.hidden = isFloating && !isOpen;
    // The panel makes it a region: for Chromium one that has no name yet never becomes one.
    if (isFloating) this.panel.role = 'dialog';
    else if (this.panel.role !== 'region') this.panel.role = 'group';
  }
}
