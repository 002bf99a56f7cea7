import { whenIdle } from '../../base/when-idle.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import { isPlain } from './plain-text.ts';
import type { Renderer } from './renderer.ts';

/** The markdown renderer, a third of the panel's code. An empty chat is drawn without it, a stored conversation with it. */
export const renderer: Feature<Renderer> = new Feature({
  load: async () => (await import('./renderer.ts')).Renderer,
  isWanted: needsRenderer,
  prepare,
});

/** Resolves when the renderer has loaded, or when nothing that needs it has to be drawn. */
async function prepare(lazy: LazyFeature<Renderer>, chat: Chat): Promise<void> {
  if (needsRenderer(chat)) await lazy.load().catch(() => undefined);
  // Loaded in advance, so that the first answer need not wait for it.
  else if (!navigator.connection?.saveData) whenIdle(() => chat.signal.aborted || lazy.request());
}

function needsRenderer({ host, strings, state }: Chat): boolean {
  return state.messages.length > 0 || !isPlain(host.greeting || strings.current.greeting);
}
