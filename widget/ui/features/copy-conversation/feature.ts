import { svg } from '../../base/html.ts';
import { icon } from '../../base/icons.ts';
import { Feature } from '../../feature/feature.ts';
import { exporting } from '../export/feature.ts';
import { menu } from '../menu/feature.ts';
import { openFeature } from '../../feature/open-feature.ts';

const COPY = icon(svg`<path d="M9 9h11v11H9zM15 9V4H4v11h5" />`);

/** The menu line that copies the conversation. */
export const copyConversation = new Feature({
  load: async () => (await import('./copy-conversation.ts')).CopyConversation,
  // Loaded with the menu: browsers allow copying only shortly after the press.
  isWanted: (chat) => menu.of(chat).current?.isOpen === true,
  draw: { hints: (feature) => feature.renderOutcome() },
  drawEntry: {
    menu: (lazy, chat) => [
      {
        label: chat.strings.current.copyConversation,
        icon: COPY,
        isDisabled: chat.state.messages.length === 0,
        handleSelect: () =>
          void openFeature(chat, exporting.of(chat), (file) =>
            openFeature(chat, lazy, (loaded) => loaded.copy(file)),
          ),
      },
    ],
  },
});
