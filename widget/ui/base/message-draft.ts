import { recordKey } from '../../conversation/storage-key.ts';
import { type StorageLike, StorageWithMemory } from '../../conversation/storage-with-memory.ts';
import { parseJson, readObject, readString } from '../../protocol/json.ts';

/** The settings of a chat that decide where its data is stored. */
interface StorageSettings {
  readonly instance: string;
  readonly storage: { readonly tab: StorageLike };
}

/**
 * A text that the visitor is typing about one message, kept for the next page in the tab, for example under
 * `cf-ai-chat:<instance>:v1:edit`. No method throws.
 *
 * @example
 * const draft = new MessageDraft(chat.host, 'edit');
 * draft.write('4f1c…', 'Where is my ord');
 * draft.textOf('4f1c…'); // 'Where is my ord', on the next page too
 */
export class MessageDraft {
  readonly #storage: StorageWithMemory;
  readonly #key: string;

  constructor(host: StorageSettings, part: string) {
    this.#storage = new StorageWithMemory(() => host.storage.tab);
    this.#key = recordKey(host.instance, part);
  }

  /** The id of the message that the text is about; undefined where no text is stored. */
  get id(): string | undefined {
    return readString(this.#record['id']);
  }

  /** The text about a message; undefined where none is stored. */
  textOf(id: string): string | undefined {
    return this.id === id ? readString(this.#record['text']) : undefined;
  }

  write(id: string, text: string): void {
    this.#storage.store(this.#key, JSON.stringify({ id, text }));
  }

  /** Call when the text was sent, or the visitor has cancelled it. */
  clear(): void {
    this.#storage.remove(this.#key);
  }

  get #record(): Readonly<Record<string, unknown>> {
    return readObject(parseJson(this.#storage.get(this.#key) ?? ''));
  }
}
