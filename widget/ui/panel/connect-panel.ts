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

/** Adds a panel's styles to the chat, and the listeners outside the panel's own controls, until its signal aborts. */
export function connectPanel(chat: Chat, saveScroll: () => void): void {
  const { host, conversation, root, signal } = chat;
  const shadowRoot = host.renderRoot as ShadowRoot;
  addStyles(shadowRoot, PANEL_STYLES);
  // Also at `visibilitychange`: phones may end a page in the background without `pagehide`.
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

/** Follows changes that other tabs store. A page that is shown again may also have missed changes of its own tab's storage. */
function followStorage({ host, conversation, signal }: Chat): void {
  const prefix = recordKey(host.instance, '');
  const handleStorage = ({ key }: StorageEvent): void => {
    if (key === null || key.startsWith(prefix)) conversation.refresh();
  };
  addEventListener('storage', handleStorage, { signal });
}

function save({ host, conversation }: Chat, saveScroll: () => void, hasStoredData: boolean): void {
  if (hasStoredData) conversation.handleLeft();
  else conversation.save();
  saveScroll();
  if (isAnswering(conversation.state)) markAnswerPending(host);
}

/** Escape stops the answer; without a running answer it closes a floating panel. */
function handleEscape(event: KeyboardEvent, { host, conversation }: Chat): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (isAnswering(conversation.state)) conversation.stop();
  else if (host.isFloating && host.open) host.hide();
  else return;
  event.stopPropagation();
  // Escape must not also close the search dialog around the panel.
  event.preventDefault();
}
