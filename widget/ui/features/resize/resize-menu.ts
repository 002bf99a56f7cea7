import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { Feature } from '../../feature/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { resize } from './feature.ts';
import { isExpanded } from './is-expanded.ts';

/** In a viewport of this width or less, there is no room for a wider panel. */
const MIN_VIEWPORT_PX = 560;

const LARGER = icon(svg`<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7" />`);
const SMALLER = icon(svg`<path d="M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6" />`);

/** The menu line that enlarges the panel, or restores its size. */
export const resizeMenu = new Feature({
  drawEntry: {
    menu(_lazy, chat) {
      const { host, strings } = chat;
      if (!canResize(host)) return undefined;
      const [label, sign] = isExpanded(host)
        ? [strings.current.shrink, SMALLER]
        : [strings.current.expand, LARGER];
      const lazy = resize.of(chat);
      // If the code has loaded, toggle at once, so that the panel is resized in the same drawing that closes the menu.
      const toggle = (): void =>
        lazy.current ? lazy.current.toggle() : void openFeature(chat, lazy, (loaded) => loaded.toggle());
      return [{ label, icon: sign, handleSelect: toggle }];
    },
  },
});

/** Whether the panel can be resized: it floats, and does not fill a small screen. */
function canResize({ mode, panelContainer }: ChatHost): boolean {
  return (
    mode === 'floating' &&
    innerWidth > MIN_VIEWPORT_PX &&
    getComputedStyle(panelContainer).position !== 'fixed'
  );
}
