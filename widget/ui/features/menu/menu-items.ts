import type { ConversationState } from '../../../conversation/state.ts';
import { linkAttributes } from '../../../markdown/url-gate.ts';
import { saveFile } from '../export/save-file.ts';
import { toMarkdown } from '../export/to-markdown.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { Words } from '../../words/words.ts';
import {
  contactIcon,
  expandIcon,
  historyIcon,
  newChatIcon,
  printIcon,
  privacyIcon,
  saveIcon,
  shrinkIcon,
} from './menu-icons.ts';
import type { LinkItem, MenuItem } from '../../base/menu-item.ts';

/** The settings, words and handlers of the menu's lines. */
export interface MenuView {
  readonly host: ChatHost;
  readonly state: ConversationState;
  readonly words: Words;
  /** Whether there is room for another size; undefined: the panel has no size of its own. */
  readonly isExpanded: boolean | undefined;
  readonly handleClear: () => void;
  readonly handleHistory: () => void;
  readonly handleLink: (event: MouseEvent) => void;
  /** A link to a human was pressed. */
  readonly handleContact: (event: MouseEvent) => void;
  readonly handleResize: () => void;
  /** The line that withdraws consent; none where nobody was asked. */
  readonly consentItems: readonly MenuItem[];
}

/**
 * The lines of the menu from top to bottom. A feature that wants one adds the line here, and its handler to
 * {@link MenuView}.
 */
export function menuItems(view: MenuView): readonly MenuItem[] {
  const { host, state, words, isExpanded } = view;
  return [
    {
      label: words.newChat,
      icon: newChatIcon,
      isDisabled: state.messages.length === 0,
      handleSelect: view.handleClear,
    },
    ...(host.history === 'off'
      ? []
      : [{ label: words.history, icon: historyIcon, handleSelect: view.handleHistory }]),
    ...(isExpanded === undefined
      ? []
      : [
          {
            label: isExpanded ? words.shrink : words.expand,
            icon: isExpanded ? shrinkIcon : expandIcon,
            handleSelect: view.handleResize,
          },
        ]),
    {
      label: words.save,
      icon: saveIcon,
      isDisabled: state.messages.length === 0,
      handleSelect: () => saveFile(`${host.heading || words.heading}.md`, toMarkdown(state.messages, words)),
    },
    {
      label: words.print,
      icon: printIcon,
      isDisabled: state.messages.length === 0,
      handleSelect: () => void printConversation(view),
    },
    ...linkItem({
      label: words.contact,
      icon: contactIcon,
      url: host.contactUrl,
      handleFollow: view.handleContact,
    }),
    ...linkItem({
      label: words.privacy,
      icon: privacyIcon,
      url: host.privacyUrl,
      handleFollow: view.handleLink,
    }),
    ...view.consentItems,
  ];
}

function linkItem(item: LinkItem): readonly MenuItem[] {
  return linkAttributes(item.url) ? [item] : [];
}

async function printConversation({ host, state, words }: MenuView): Promise<void> {
  try {
    const { printThread } = await import('../export/print-thread.ts');
    await printThread(state.messages, { host, words });
  } catch (error) {
    // oxlint-disable-next-line no-console -- the next press tries again, but the site's developer should know
    console.error('<cf-ai-chat>: the conversation could not be printed.', error);
  }
}
