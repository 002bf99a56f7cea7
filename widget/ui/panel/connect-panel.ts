import { recordKey } from '../../conversation/storage-key.ts';
import { isAnswering } from '../../conversation/state.ts';
import { whenShownAgain } from '../../transport/clock.ts';
import { holdPageLock } from '../asking/hold-page-lock.ts';
import { containEvents } from '../frame/contain-events.ts';
import { ignoreSecondPresses } from '../frame/ignore-second-presses.ts';
import { markKeyboardFocus } from '../composer/mark-keyboard-focus.ts';
import type { Chat } from '../feature/chat.ts';
import { addStyles } from '../base/css.ts';
import { printSources } from '../chat/printed-sources.ts';
import { PANEL_STYLES } from './all-styles.ts';
import { markAnswerPending } from '../frame/mark-answer-pending.ts';
import { followPrinting } from '../frame/printing.ts';

/** Adds a panel's styles to the chat, and listens beyond the panel's own controls until its signal aborts. */
export function connectPanel(chat: Chat, saveScroll: () => void): void {
  const { host, conversation, root, signal } = chat;
  const shadowRoot = host.renderRoot as ShadowRoot;
  addStyles(shadowRoot, PANEL_STYLES);
  // A phone may end a page in the background without a pagehide.
  for (const leaving of ['pagehide', 'visibilitychange'])
    addEventListener(leaving, ({ type }) => save(chat, saveScroll, type === 'pagehide'), { signal });
  whenShownAgain(() => conversation.wake(), signal);
  followStorage(chat);
  holdPageLock(chat);
  shadowRoot.addEventListener('keydown', (event) => handleEscape(event as KeyboardEvent, chat), { signal });
  ignoreSecondPresses(root, signal);
  containEvents(host, shadowRoot, signal);
  markKeyboardFocus(shadowRoot, signal);
  followPrinting(host, signal);
  printSources(chat);
}

/** Other pages of the site tell by the storage what they have said. A page hears of its tab's storage, too, when it is shown again. */
function followStorage({ host, conversation, signal }: Chat): void {
  const prefix = recordKey(host.instance, '');
  const handleStorage = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(prefix)) conversation.refresh();
  };
  addEventListener('storage', handleStorage, { signal });
}

function save({ host, conversation }: Chat, saveScroll: () => void, isLeft: boolean): void {
  if (isLeft) conversation.handleLeft();
  else conversation.save();
  saveScroll();
  if (isAnswering(conversation.state)) markAnswerPending(host);
}

/** Escape stops the answer; where there is none, it closes a floating panel. */
function handleEscape(event: KeyboardEvent, { host, conversation }: Chat): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (isAnswering(conversation.state)) conversation.stop();
  else if (host.isFloating && host.open) host.hide();
  else return;
  event.stopPropagation();
  // Nor does it close the dialog of the search around the panel.
  event.preventDefault();
}
