import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { Feature } from '../../feature/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { renderCorner } from './corner.ts';
import { canResize, isExpanded } from './is-expanded.ts';
import { restoreSize } from './panel-size.ts';

const LARGER = icon(svg`<path d="M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7" />`);
const SMALLER = icon(svg`<path d="M19 10h-5V5M14 10l6-6M5 14h5v5M10 14l-6 6" />`);

/** The size of a floating panel: by its corner, or by a line of the menu. */
export const resize = new Feature({
  load: async () => (await import('./panel-resizer.ts')).PanelResizer,
  prepare: (_lazy, { host }) => restoreSize(host),
  drawEntry: {
    corner: (lazy) => renderCorner(lazy),
    menu(lazy, chat) {
      const { host, strings } = chat;
      if (!canResize(host)) return undefined;
      const [label, sign] = isExpanded(host)
        ? [strings.current.shrink, SMALLER]
        : [strings.current.expand, LARGER];
      // With its code here, in the same drawing as the end of the menu.
      const toggle = (): void =>
        lazy.current ? lazy.current.toggle() : void openFeature(chat, lazy, (loaded) => loaded.toggle());
      return [{ label, icon: sign, handleSelect: toggle }];
    },
  },
});
