import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import type { ThemeColors } from './theme-colors.ts';

/** Tokens on which other colours depend. */
const SURFACES = ['surface', 'text', 'muted', 'header', 'bubble', 'code'];

/** The colours of a page that has chosen surfaces of its own. The code for them is loaded only there. */
export const theme: Feature<ThemeColors> = new Feature({
  load: async () => (await import('./theme-colors.ts')).ThemeColors,
  // The page has chosen surfaces when it was asked for first.
  isWanted: (chat) => theme.of(chat).failures > 0,
  prepare: follow,
});

/** Resolves when the colours are there; at once where the page has chosen none. */
async function follow(lazy: LazyFeature<ThemeColors>, { host, signal }: Chat): Promise<void> {
  // `theme.styles.ts` has the tokens of the panel in transition when they change.
  const handleChange = ({ propertyName }: TransitionEvent): void => {
    if (!propertyName.startsWith('--cf-ai-chat-')) return;
    if (lazy.current) lazy.current.draw();
    else if (hasSurfaces(host)) lazy.request();
  };
  host.panelContainer.addEventListener('transitionrun', handleChange, { signal });
  // Without its code the chat works, in colours that may be hard to read.
  if (hasSurfaces(host)) await lazy.load().catch(() => undefined);
}

function hasSurfaces(host: ChatHost): boolean {
  const styles = getComputedStyle(host);
  return SURFACES.some((name) =>
    ['color', 'background'].some((kind) => styles.getPropertyValue(`--cf-ai-chat-${name}-${kind}`) !== ''),
  );
}
