import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import { hasStoredMessages, hasUnfinishedTurn } from '../../../conversation/stored-turn.ts';
import { createElement } from '../../base/launcher.ts';
import { formatCount } from '../../strings/format-count.ts';
import { noticeStrings } from '../../strings/notice-strings.ts';
import type { ChatHost } from '../../element/chat-host.ts';

/** Delay before a live region gets its text: screen readers read changes, not a region that is inserted with its text. */
const ANNOUNCE_MS = 200;
const MOST_SHOWN = 9;

/**
 * Counts answers that ended while the panel was closed. Shows the number on the launcher and in its name, until the panel
 * opens.
 */
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
    // When the conversation is cleared, its unread answers are gone too.
    host.addEventListener('cf-ai-chat-clear', () => this.#set(0));
  }

  /**
   * Reads the number that other pages have stored. Also loads the panel if one of them awaited an answer, so that the answer
   * continues.
   */
  reread(): void {
    if (this.#isAwaiting) void this.#host.loadPanel();
    const count = this.#stored;
    // If nothing is stored, keep the number of this page.
    if (count !== undefined) this.#set(count);
    this.follow();
  }

  /** Counts one more answer, and announces it. */
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

  /** The number stored by the last page; 0 if its conversation is gone, undefined where nothing is stored. */
  get #stored(): number | undefined {
    const read = (storage: Storage, key: string): string | null =>
      hasStoredMessages(storage, this.#host.instance) ? storage.getItem(key) : null;
    const text = this.#withStorage(read);
    return text === undefined ? undefined : Number(text) || 0;
  }

  /** Whether the last page was left while a closed chat awaited an answer. */
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
    // The update draws the launcher's name again.
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
    // Drawn by the style sheet, so that it is not part of the button's text: the name may contain the number in words.
    this.#badge.dataset['count'] = this.#count > MOST_SHOWN ? `${shown}+` : shown;
    if (!this.#badge.isConnected) launcher.append(this.#badge);
    const text = this.#text;
    if (!launcher.ariaLabel?.endsWith(text)) launcher.ariaLabel = `${launcher.ariaLabel}, ${text}`;
  }

  /** Uses the storage of the conversation. Undefined without storage: then the number is kept only on this page. */
  #withStorage<T>(use: (storage: Storage, key: string) => T): T | undefined {
    const { storage, instance } = this.#host;
    return attempt(() => use(storage.kept, storageKey(instance, 'unread')));
  }
}
