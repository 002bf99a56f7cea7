import type { LazyFeature } from '../base/lazy-feature.ts';
import type { Chat } from './chat.ts';

/**
 * Loads and opens a feature whose control was pressed. If its code does not load, tells the visitor; the next press tries
 * again.
 */
export async function openFeature<T>(
  { signal, tellMissing }: Pick<Chat, 'signal' | 'tellMissing'>,
  lazy: Pick<LazyFeature<T>, 'load' | 'current' | 'request'>,
  open: (feature: T) => unknown,
): Promise<void> {
  try {
    await open(await lazy.load());
  } catch (error) {
    if (signal.aborted) return;
    // oxlint-disable-next-line no-console -- visitors are told that it failed, the site's developer why
    console.error('<cf-ai-chat>: a part of the chat could not be loaded.', error);
    tellMissing(lazy);
  }
}
