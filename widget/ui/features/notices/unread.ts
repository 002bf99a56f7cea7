import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import { hasStoredMessages, hasUnfinishedTurn } from '../../../conversation/stored-turn.ts';
import { createElement } from '../../base/launcher.ts';
import { formatCount } from '../../words/format-count.ts';
import { noticeStrings } from '../../words/notice-strings.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** A live region is read out when its text changes, not when it comes with its text. */
const ANNOUNCE_MS = 200;
const MOST_SHOWN = 9;

/** Counts the answers that ended while the panel was closed: a number on the launcher and in its name, until it opens. */
export class Unread {
  readonly #host: ChatHost;
  readonly #launcher: HTMLElement | null | undefined;
  readonly #badge = createElement('span', { class: 'badge', part: 'launcher__badge', 'aria-hidden': 'true' });
  readonly #region = createElement('span', { class: 'spoken', role: 'status' });
  #count = 0;

  constructor(host: ChatHost) {
    this.#host = host;
    this.#launcher = host.panelContainer.parentElement?.querySelector('.launcher');
    this.reread();
    // Clearing the conversation removes its unread answers, too.
    host.addEventListener('cf-ai-chat-clear', () => this.#set(0));
  }

  /** Takes over the number that other pages have left, and has the panel go on with an answer that one of them awaited. */
  reread(): void {
    if (this.#isAwaiting) void this.#host.loadPanel();
    const count = this.#stored;
    // The stored one may be that of a conversation that is gone.
    if (count !== undefined) this.#set(count);
    this.follow();
  }

  /** Counts one more, and says so. */
  add(): void {
    if (!this.#isClosed) return;
    this.#set(this.#count + 1);
    this.#launcher?.after(this.#region);
    setTimeout(() => (this.#region.textContent = this.#text), ANNOUNCE_MS);
  }

  /** Call after the launcher was drawn. */
  follow(): void {
    if (!this.#isClosed && this.#count > 0) this.#set(0);
    else this.#draw();
  }

  /** As the last page left it, none where the conversation is gone; undefined where nothing is stored. */
  get #stored(): number | undefined {
    const read = (storage: Storage, key: string): string | null =>
      hasStoredMessages(storage, this.#host.instance) ? storage.getItem(key) : null;
    const text = this.#withStorage(read);
    return text === undefined ? undefined : Number(text) || 0;
  }

  /** The last page was left while an answer was on its way to the closed chat. */
  get #isAwaiting(): boolean {
    const isAwaiting = (storage: Storage, key: string): boolean =>
      storage.getItem(key) !== null && hasUnfinishedTurn(storage, this.#host.instance);
    return this.#isClosed && this.#withStorage(isAwaiting) === true;
  }

  get #isClosed(): boolean {
    return this.#host.mode === 'floating' && !this.#host.open;
  }

  get #text(): string {
    const builtIn = noticeStrings(this.#host.language);
    const { newAnswers = builtIn.newAnswers } = this.#host.strings ?? {};
    return this.#count > 0 ? formatCount(newAnswers, this.#count, builtIn.language) : '';
  }

  #set(count: number): void {
    this.#count = count;
    this.#store();
    if (count === 0) this.#region.remove();
    this.#region.textContent = '';
    this.#draw();
    // The launcher's name is drawn anew.
    this.#host.requestUpdate();
  }

  #store(): void {
    const count = this.#count;
    this.#withStorage((storage, key) => {
      if (count > 0) storage.setItem(key, String(count));
      else storage.removeItem(key);
    });
  }

  #draw(): void {
    const launcher = this.#launcher;
    if (this.#count === 0) return this.#badge.remove();
    if (!launcher) return;
    const { language } = noticeStrings(this.#host.language);
    const shown = new Intl.NumberFormat(language).format(Math.min(this.#count, MOST_SHOWN));
    // Drawn by the styles: it is no text of the button, whose name may have the number in words.
    this.#badge.dataset['count'] = this.#count > MOST_SHOWN ? `${shown}+` : shown;
    if (!this.#badge.isConnected) launcher.append(this.#badge);
    const text = this.#text;
    if (!launcher.ariaLabel?.endsWith(text)) launcher.ariaLabel = `${launcher.ariaLabel}, ${text}`;
  }

  /** Where the conversation is kept as well; without storage the number lives with the page. */
  #withStorage<T>(use: (storage: Storage, key: string) => T): T | undefined {
    const { storage, instance } = this.#host;
    return attempt(() => use(storage.kept, storageKey(instance, 'unread')));
  }
}
