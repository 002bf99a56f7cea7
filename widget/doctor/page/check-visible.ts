import type { CfAiChatElement } from '../../ui/shell/cf-ai-chat-element.ts';
import { chatHidden } from '../check-presence.ts';
import type { Finding } from '../finding.ts';

/** If fewer pixels of a panel's height are visible, no message can be read. */
const MIN_VISIBLE_HEIGHT = 120;

/** The finding that a chat is invisible as the page is now. Checks its launcher, or its panel if that should be visible. */
export async function checkVisible(chat: CfAiChatElement): Promise<Finding | undefined> {
  const isFloating = chat.mode === 'floating';
  const isLauncher = isFloating && !chat.open;
  const shown = chat.shadowRoot?.querySelector(isLauncher ? '[part~=launcher]' : '[part~=panel]');
  if (!shown) return undefined;
  if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return chatHidden(`${hiderOf(chat)} hides it`);
  const { height } = await visiblePart(shown, isFloating ? 0 : SCROLL_MARGIN);
  if (height < (isLauncher ? 1 : MIN_VISIBLE_HEIGHT))
    return chatHidden(
      isFloating ? 'it stands outside of the window' : `its box is ${Math.round(height)} pixels high`,
    );
  // A chat in a shadow root of the page cannot be checked: `elementFromPoint` returns its host.
  if (!isFloating || chat.getRootNode() !== document) return undefined;
  const { left, top, width, height: whole } = shown.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + whole / 2);
  const isOwn = there === null || there === chat || there.id === 'cf-ai-chat-doctor';
  return isOwn ? undefined : chatHidden(`${nameOf(there)} covers it`);
}

/** A margin in pixels, because a visitor can scroll to a chat outside the window. */
const SCROLL_MARGIN = 1_000_000;

/** The part of an element that no box around it clips, within the window and a margin around it. */
function visiblePart(element: Element, margin: number): Promise<DOMRectReadOnly> {
  return new Promise((resolve) => {
    const handle: IntersectionObserverCallback = ([entry], observer) => {
      observer.disconnect();
      resolve(entry?.intersectionRect ?? element.getBoundingClientRect());
    };
    new IntersectionObserver(handle, { rootMargin: `${margin}px` }).observe(element);
  });
}

/** The element that hides a chat: the nearest with `display: none`, else the outermost that is invisible or transparent. */
function hiderOf(chat: CfAiChatElement): string {
  let hider: Element = chat;
  for (let element: Element | null = chat; element; element = element.parentElement) {
    const { display, visibility, opacity } = getComputedStyle(element);
    if (display === 'none') return nameOf(element);
    if (visibility !== 'visible' || opacity === '0') hider = element;
  }
  return nameOf(hider);
}

function nameOf({ localName, id, classList }: Element): string {
  const [first] = classList;
  return `<${localName}${id ? ` id="${id}"` : ''}${first ? ` class="${first}"` : ''}>`;
}
