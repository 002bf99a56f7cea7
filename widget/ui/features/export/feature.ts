import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { Feature } from '../../feature/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';
import { menu } from '../menu/feature.ts';

const SAVE = icon(svg`<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />`);
const PRINT = icon(svg`<path d="M7 8V3h10v5M7 17H4v-8h16v8h-3M7 14h10v7H7Z" />`);

/** Saving and printing the conversation. */
export const exporting = new Feature({
  load: async () => (await import('./export.ts')).Export,
  // Loaded with the menu, so that the conversation can also be saved offline.
  isWanted: (chat) => menu.of(chat).current?.isOpen === true,
  drawEntry: {
    menu(lazy, chat) {
      const { save, print } = chat.strings.current;
      const isDisabled = chat.state.messages.length === 0;
      const open = (use: 'save' | 'print') => () => void openFeature(chat, lazy, (loaded) => loaded[use]());
      return [
        { label: save, icon: SAVE, isDisabled, handleSelect: open('save') },
        { label: print, icon: PRINT, isDisabled, handleSelect: open('print') },
      ];
    },
  },
});
