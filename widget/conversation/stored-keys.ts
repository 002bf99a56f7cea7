import { attempt } from './attempt.ts';
import type { StorageLike } from './persistence.ts';

/** A storage whose keys can be listed. */
export interface ListedStorage extends StorageLike {
  readonly length: number;
  key(index: number): string | null;
}

/**
 * The rest of all keys that begin with a prefix, in no order; none where the storage throws.
 *
 * @example
 * keysBehind(() => localStorage, 'cf-ai-chat:shop:chat:'); // ['4f1c…'] for cf-ai-chat:shop:chat:4f1c…
 */
export function keysBehind(area: () => ListedStorage, prefix: string): readonly string[] {
  const keys = attempt(() => {
    const storage = area();
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  });
  return (keys ?? []).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}
