import { isAnswering } from '../../conversation/state.ts';
import { Controls } from '../asking/controls.ts';
import { createConversation } from '../asking/create-conversation.ts';
import { openStores } from '../asking/open-stores.ts';
import { Turns } from '../asking/turns.ts';
import { TranscriptScroll } from '../chat/transcript-scroll.ts';
import { followLink } from '../element/follow-link.ts';
import type { Chat } from '../feature/chat.ts';
import { FeatureList } from '../feature/feature-list.ts';
import { MissingPart } from '../frame/missing-part.ts';
import { FEATURES } from './features.ts';

/** The members of a chat that its panel provides. */
type PanelMembers = Pick<
  Chat,
  'host' | 'strings' | 'root' | 'signal' | 'redraw' | 'announce' | 'focusInput' | 'moveFocus'
>;

/** A chat, and the objects that implement its members. */
export interface CreatedChat {
  readonly chat: Chat;
  readonly turns: Turns;
  readonly controls: Controls;
  readonly scroll: TranscriptScroll;
  readonly features: FeatureList;
  readonly missing: MissingPart;
}

/** Creates the chat of a panel: conversation, controls and features. Loads no lazy code. */
export function createChat(panelMembers: PanelMembers): CreatedChat {
  const { host } = panelMembers;
  const stores = openStores(host, () => chat);
  const conversation = createConversation(host, stores, () => chat);
  const scroll = new TranscriptScroll(host, () => isAnswering(conversation.state));
  const missing = new MissingPart(panelMembers);
  const chat: Chat = {
    ...panelMembers,
    conversation,
    store: stores.store,
    scroll,
    get state() {
      return conversation.state;
    },
    get asking() {
      return controls;
    },
    draw: (place, ...args) => features.draw(place, args),
    loadMenuFeatures: async () => features.add((await import('./menu-features.ts')).MENU_FEATURES),
    tellMissing: (part, words) => missing.tell(part, words),
    handleLink: (event, source) => followLink(host, event, source),
  };
  const turns = new Turns(chat);
  const controls = new Controls(chat, turns);
  const features = new FeatureList(chat, FEATURES);
  return { chat, turns, controls, scroll, features, missing };
}
