import { Feature } from '../../feature/feature.ts';
import { renderMenuButton } from './menu-button.ts';

/** The menu in the header. Its lines are drawn by features in the slot `menu`. */
export const menu = new Feature({
  load: async (chat) => {
    const [{ Menu }] = await Promise.all([import('./menu.ts'), chat.loadMenuFeatures()]);
    return Menu;
  },
  draw: { header: (feature) => feature.render() },
  drawEntry: { header: (lazy, chat) => renderMenuButton(lazy, chat) },
});
