import { attempt } from '../../../conversation/attempt.ts';
import { storageKey } from '../../../conversation/storage-key.ts';
import { parseJson, readList, readString } from '../../../protocol/json.ts';
import type { ChatHost } from '../../element/chat-host.ts';

const MOST = 5;

/**
 * Texts for which the visitor has opened a result, the newest first. Stored according to `persist` and the visitor's consent.
 */
export class RecentSearches {
  readonly #host: ChatHost;

  constructor(host: ChatHost) {
    this.#host = host;
  }

  read(): readonly string[] {
    const stored = attempt(() => this.#host.storage.kept.getItem(this.#key)) ?? '';
    return readList(parseJson(stored)).flatMap((text) => readString(text) ?? []);
  }

  add(text: string): void {
    const texts = [text, ...this.read().filter((other) => other !== text)].slice(0, MOST);
    attempt(() => this.#host.storage.kept.setItem(this.#key, JSON.stringify(texts)));
  }

  clear(): void {
    attempt(() => this.#host.storage.kept.removeItem(this.#key));
  }

  get #key(): string {
    return storageKey(this.#host.instance, 'searches');
  }
}
