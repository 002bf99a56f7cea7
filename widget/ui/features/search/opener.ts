import type { ReactiveController } from '@lit/reactive-element';
import { attempt } from '../../../conversation/attempt.ts';
import { hasNoOpener, NO_OPENER } from '../../../protocol/search/unopened.ts';
import { failureNotice } from '../../base/failure-notice.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { SearchOpener } from '../../element/chat-panel.ts';
import { containKeys } from '../../frame/contain-events.ts';
import { FALLBACK_STRINGS } from '../../strings/launcher-label.table.ts';
import { parseHotkey } from './hotkey.ts';
import { followOpenOn } from './open-on.ts';
import { followHotkey, isMeant } from './page-hotkey.ts';
import { SearchFrame } from './search-frame.ts';

/**
 * Creates the object that opens the search of an element: by `search()`, by its `hotkey`, or by the elements that `open-on`
 * selects.
 */
export function attachSearch(host: ChatHost): SearchOpener {
  return new Opener(host);
}

class Opener implements SearchOpener, ReactiveController {
  readonly #host: ChatHost;
  #frame: SearchFrame | undefined;
  #following: AbortController | undefined;
  /** The settings for which listeners were added. */
  #followed = '';

  constructor(host: ChatHost) {
    this.#host = host;
    host.addController(this);
    this.hostUpdated();
    this.#openForEarlyKey();
    warnIfUnopened(host);
  }

  open(text?: string): void {
    const { hasBackend, isConnected } = this.#host;
    if (hasBackend && isConnected) void this.#show(text);
  }

  hostUpdated(): void {
    this.#frame?.follow();
    const { hotkey, openOn, isConnected } = this.#host;
    const settings = JSON.stringify([hotkey, openOn]);
    if (!isConnected || settings === this.#followed) return;
    this.#followed = settings;
    this.#following?.abort();
    this.#following = new AbortController();
    this.#follow(this.#following.signal);
  }

  hostDisconnected(): void {
    this.#following?.abort();
    this.#followed = '';
    this.#frame?.close();
  }

  #follow(signal: AbortSignal): void {
    const { hotkey: text, openOn } = this.#host;
    const hotkey = text ? parseHotkey(text) : undefined;
    if (hotkey)
      followHotkey(
        hotkey,
        (field) => this.#frame?.dialog.contains(field as Node) ?? false,
        () => this.#toggle(),
        signal,
      );
    if (text && !hotkey) ignore('hotkey', text);
    if (openOn && !isSelector(openOn)) return ignore('openOn', openOn);
    if (openOn)
      followOpenOn(
        openOn,
        { handleIntent: () => this.#preload(), handleUse: (typed) => this.open(typed) },
        signal,
      );
  }

  /** Opens the search if the hotkey was pressed before this code had loaded. */
  #openForEarlyKey(): void {
    const { hotkey: text, launcher } = this.#host;
    const hotkey = text ? parseHotkey(text) : undefined;
    const pressed = launcher.takeKey();
    if (!hotkey || !pressed || !isMeant(pressed, hotkey, document.activeElement)) return;
    // Marks the key press as handled, for other chats on the page.
    pressed.preventDefault();
    this.open();
  }

  #toggle(): void {
    if (this.#frame?.dialog.open) this.#frame.close();
    else this.open();
  }

  /** Loads the panel's code in advance, unless the visitor saves data. */
  #preload(): void {
    if (!navigator.connection?.saveData) this.#host.environment.loadPanel().catch(() => undefined);
  }

  async #show(text: string | undefined): Promise<void> {
    const host = this.#host;
    host.checkColorScheme();
    await host.updateComplete;
    const frame = (this.#frame ??= this.#createFrame());
    frame.show(text);
    await this.#fill(frame);
  }

  #createFrame(): SearchFrame {
    const frame = new SearchFrame(this.#host);
    // Until the panel contains events of the whole chat.
    containKeys(frame.dialog);
    return frame;
  }

  /** Lets the panel draw into the dialog. Text typed meanwhile is in the field. */
  async #fill(frame: SearchFrame): Promise<void> {
    try {
      const panel = await this.#host.loadPanel();
      if (!panel) throw new Error('expected a panel');
      await panel.openSearch(frame);
    } catch (error) {
      // oxlint-disable-next-line no-console -- visitors see that it failed, the site's developer why
      console.error('<cf-ai-chat>: the search could not be loaded.', error);
      const words = { language: 'en', ...FALLBACK_STRINGS, ...this.#host.strings };
      frame.view.replaceChildren(failureNotice(words, () => void this.#retry(frame)));
    }
  }

  async #retry(frame: SearchFrame): Promise<void> {
    // The button is removed and would lose focus.
    frame.field.focus();
    frame.view.replaceChildren();
    await this.#fill(frame);
  }
}

function isSelector(text: string): boolean {
  return attempt(() => document.querySelector(text)) !== undefined;
}

function warnIfUnopened(host: ChatHost): void {
  if (!hasNoOpener(host)) return;
  // oxlint-disable-next-line no-console -- only the site's developer can change it; visitors see nothing
  console.warn(`<cf-ai-chat>: ${NO_OPENER.problem} ${NO_OPENER.remedy}`);
}

function ignore(name: string, value: string): void {
  // oxlint-disable-next-line no-console -- only the site's developer can correct it
  console.warn(`<cf-ai-chat>: ${name} is ignored:`, value);
}
