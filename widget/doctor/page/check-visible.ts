import type { CfAiChatElement } from '../../ui/shell/cf-ai-chat-element.ts';
import { hidden } from '../check-presence.ts';
import type { Finding } from '../finding.ts';

/** The visible part, in pixels, of a panel that shows no message. */
const LEAST_HEIGHT = 120;

/** Why nobody sees a chat of the page as it is now: its launcher, or its panel where that is to be seen. */
export async function checkVisible(chat: CfAiChatElement): Promise<Finding | undefined> {
  const isFloating = chat.mode === 'floating';
  const isLauncher = isFloating && !chat.open;
  const shown = chat.shadowRoot?.querySelector(isLauncher ? '[part~=launcher]' : '[part~=panel]');
  if (!shown) return undefined;
  if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    return hidden(`${hiderOf(chat)} hides it`);
  const { height } = await visiblePart(shown, isFloating ? 0 : FAR);
  if (height < (isLauncher ? 1 : LEAST_HEIGHT))
    return hidden(
      isFloating ? 'it stands outside of the window' : `its box is ${Math.round(height)} pixels high`,
    );
  // In a shadow root of the page's, the document sees its host.
  if (!isFloating || chat.getRootNode() !== document) return undefined;
  const { left, top, width, height: whole } = shown.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + whole / 2);
  const isOwn = there === null || there === chat || there.id === 'cf-ai-chat-doctor';
  return isOwn ? undefined : hidden(`${nameOf(there)} covers it`);
}

/** Pixels around the window, which a page scrolls. */
const FAR = 1_000_000;

/** The part of an element that no box around it cuts off, and no edge of the window that is so many pixels larger. */
function visiblePart(element: Element, margin: number): Promise<DOMRectReadOnly> {
  return new Promise((resolve) => {
    const handle: IntersectionObserverCallback = ([entry], observer) => {
      observer.disconnect();
      resolve(entry?.intersectionRect ?? element.getBoundingClientRect());
    };
    new IntersectionObserver(handle, { rootMargin: `${margin}px` }).observe(element);
  });
}

/** The element that keeps a chat from being drawn: the innermost one that is itself not to be seen. */
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
