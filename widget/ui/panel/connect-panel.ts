import type { Conversation } from '../../conversation/conversation.ts';
import { isAnswering } from '../../conversation/state.ts';
import { containTyping } from '../composer/contain-typing.ts';
import { markKeyboardFocus } from '../composer/mark-keyboard-focus.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import { addStyles } from '../base/css.ts';
import { containScrolling } from '../chat/contain-scrolling.ts';
import type { TranscriptScroll } from '../chat/transcript-scroll.ts';
import { PANEL_STYLES } from './all-styles.ts';
import { noteAwaited } from '../frame/note-awaited.ts';
import { followPrinting } from '../frame/printing.ts';

/** The parts of a panel that react to events of the page. */
export interface PanelParts {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly scroll: TranscriptScroll;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
}

/** Adds a panel's styles and its element to the chat, and listens beyond the panel's own controls until `signal` aborts. */
export function connectPanel(parts: PanelParts, signal: AbortSignal): void {
  const { host, conversation, root } = parts;
  const shadowRoot = host.renderRoot as ShadowRoot;
  addStyles(shadowRoot, ...PANEL_STYLES);
  // A phone may end a page in the background without a pagehide.
  for (const leaving of ['pagehide', 'visibilitychange'])
    addEventListener(leaving, () => save(parts), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && conversation.catchUp(), { signal });
  shadowRoot.addEventListener('keydown', (event) => handleEscape(event as KeyboardEvent, parts), { signal });
  containTyping(shadowRoot, signal);
  containScrolling(shadowRoot, signal);
  markKeyboardFocus(shadowRoot, signal);
  followPrinting(host, signal);
  host.panelContainer.replaceChildren(root);
}

function save({ host, conversation, scroll }: PanelParts): void {
  conversation.save();
  scroll.save();
  if (isAnswering(conversation.state)) noteAwaited(host);
}

/** Escape stops the answer; where there is none, it closes a floating panel. */
function handleEscape(event: KeyboardEvent, { host, conversation }: PanelParts): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (isAnswering(conversation.state)) conversation.stop();
  else if (host.mode === 'floating' && host.open) host.hide();
  else return;
  event.stopPropagation();
}
