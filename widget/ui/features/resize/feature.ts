import { Feature } from '../../feature/feature.ts';
import { renderCorner } from './corner.ts';
import { restoreSize } from './panel-size.ts';

/** Resizing a floating panel: by its corner, or with a menu line (`resize-menu.ts`). */
export const resize = new Feature({
  load: async () => (await import('./panel-resizer.ts')).PanelResizer,
  prepare: (_lazy, { host }) => restoreSize(host),
  drawEntry: { corner: (lazy, chat) => renderCorner(lazy, chat) },
});
