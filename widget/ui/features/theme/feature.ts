import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import type { Chat } from '../../feature/chat.ts';
import { Feature } from '../../feature/feature.ts';
import type { ThemeColors } from './theme-colors.ts';

/** Custom properties from which other colours are derived. */
const SURFACES = ['surface', 'text', 'muted', 'header', 'bubble', 'code'];

/** Colours for a page that sets its own surface colours. The code is loaded only there. */
export const theme: Feature<ThemeColors> = new Feature({
  load: async () => (await import('./theme-colors.ts')).ThemeColors,
  // `prepare` loads the code. This is for another try after a failure.
  isWanted: (chat) => theme.of(chat).failures > 0,
  prepare: follow,
});

/** Resolves when the colours are set; at once where the page sets none. */
async function follow(lazy: LazyFeature<ThemeColors>, { host, signal }: Chat): Promise<void> {
  // `theme.styles.ts` makes these custom properties transition, so that a change fires this event.
  const handleChange = ({ propertyName }: TransitionEvent): void => {
    if (!propertyName.startsWith('--cf-ai-chat-')) return;
    if (lazy.current) lazy.current.draw();
    else if (hasSurfaces(host)) lazy.request();
  };
  host.panelContainer.addEventListener('transitionrun', handleChange, { signal });
  // If the code does not load, the chat works, but its colours may be hard to read.
  if (hasSurfaces(host)) await lazy.load().catch(() => undefined);
}

function hasSurfaces(host: ChatHost): boolean {
  const styles = getComputedStyle(host);
  return SURFACES.some((name) =>
    ['color', 'background'].some((kind) => styles.getPropertyValue(`--cf-ai-chat-${name}-${kind}`) !== ''),
  );
}
