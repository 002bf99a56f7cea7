import type { Menu } from '../features/menu/menu.ts';
import type { HeaderView } from '../frame/header.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';

/** The menu's part of the header. Its code is loaded when its button is pointed at. */
export function menuControls(
  menu: LazyFeature<Menu>,
): Pick<HeaderView, 'isMenuOpen' | 'drawMenu' | 'handleMenuIntent' | 'handleMenu'> {
  return {
    isMenuOpen: menu.current?.isOpen ?? false,
    drawMenu: () => menu.current?.draw(),
    handleMenuIntent: () => menu.request(),
    handleMenu: (end) => void openMenu(menu, end),
  };
}

async function openMenu(menu: LazyFeature<Menu>, end: 'first' | 'last'): Promise<void> {
  try {
    await (await menu.load()).toggle(end);
  } catch (error) {
    // oxlint-disable-next-line no-console -- the next press tries again, but the site's developer should know
    console.error('<cf-ai-chat>: the menu could not be loaded.', error);
  }
}
