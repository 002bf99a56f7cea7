import { whenIdle } from '../../base/when-idle.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import { isPlain } from './plain-text.ts';
import type { Renderer } from './renderer.ts';

/** What draws markdown, a third of a panel's code: an empty chat opens without it, and a stored one with it. */
export const renderer: Feature<Renderer> = new Feature({
  load: async () => (await import('./renderer.ts')).Renderer,
  isWanted: needsRenderer,
  prepare,
});

/** Resolves when there is nothing to draw that waits for it. */
async function prepare(lazy: LazyFeature<Renderer>, chat: Chat): Promise<void> {
  if (needsRenderer(chat)) await lazy.load().catch(() => undefined);
  // An answer would wait for it.
  else if (!navigator.connection?.saveData) whenIdle(() => chat.signal.aborted || lazy.request());
}

function needsRenderer({ host, strings, state }: Chat): boolean {
  return state.messages.length > 0 || !isPlain(host.greeting || strings.current.greeting);
}
