const KEYS = ['keydown', 'keypress', 'keyup'];

/** What is about the chat's own text and scrolling: the page hears nothing of it. */
const KEPT = [
  ...['beforeinput', 'selectstart', 'contextmenu', 'dragstart', 'copy', 'cut', 'paste'],
  ...['wheel', 'touchstart', 'touchmove', 'touchend', 'touchcancel'],
];

/** What the page hears, such as to close a menu of its own. */
const HEARD = ['pointerdown', 'mousedown', 'mouseup', 'click'];

const FOCUS_EVENTS = ['focus', 'focusin', 'blur', 'focusout'] as const;

/** The modals of pages, as their libraries mark them; Magnific Popup gives its own no role. */
const MODALS = ':is([aria-modal=true],[role=dialog],[role=alertdialog],dialog[open],.mfp-wrap)';

/** Keys that edit a text with Control or Command, and those that do something with a selected one. */
const EDITING = /^(?:[acvxyz]|Arrow.*|Backspace|Delete|Home|End|Insert)$/i;
const COPYING = /^(?:[ac]|Insert)$/i;

/** Keys that press a button, and those that scroll. */
const PRESSING = /^(?: |Enter|Arrow.*|Page.*|Home|End)$/;

/**
 * The border between the chat and its page, for events that begin in the chat's own controls. Outside of the shadow root their
 * target is the chat, which pages take for no text field and no button: they ran shortcuts, scrolled, and kept visitors from
 * typing, selecting and pressing. So typing, selecting and scrolling stay in the chat; of presses the page hears, and cannot cancel
 * them.
 *
 * @param host the chat
 * @param root its shadow root, in which the events go on
 */
export function containEvents(host: Element, root: ShadowRoot, signal: AbortSignal): void {
  const isOwn = (target: unknown): boolean => target instanceof Node && target.getRootNode() === root;
  const isContained = (event: Event): boolean => {
    const path = event.composedPath();
    const [target = null] = path;
    if (isOwn(target)) return !isForPage(event, target);
    // What the page has slotted in is the page's own; but a page that scrolls by script would move under it.
    return path.includes(root) && /^wheel|move$/.test(event.type);
  };
  for (const type of [...KEYS, ...KEPT, ...HEARD]) {
    const options = { capture: true, passive: true, signal };
    // At the window, before the document's capturing listeners: FastClick and some copy protections have theirs there.
    addEventListener(type, (event) => isContained(event) && disarm(event), options);
    root.addEventListener(type, rearm, options);
    const handleLeaving = (event: Event): void => {
      if (isContained(event)) leave(event, host);
    };
    root.addEventListener(type, handleLeaving, { passive: true, signal });
  }
  for (const type of FOCUS_EVENTS)
    // Before the document's capturing listeners, too: jQuery 3 and focus-trap have theirs there.
    addEventListener(type, (event) => handleFocus(event, host, isOwn), { capture: true, signal });
}

/** The border for keys alone, around a field that is there before the panel. */
export function containKeys(room: HTMLElement): void {
  for (const type of KEYS)
    room.addEventListener(type, (event) => {
      if (!isForPage(event, event.target)) event.stopPropagation();
    });
}

/** Takes from the listeners of the page what they could do to an event. */
export function disarm(event: Event): void {
  Object.assign(event, { preventDefault: ignore, stopPropagation: ignore, stopImmediatePropagation: ignore });
}

/** Gives it back to the listeners of the chat. */
function rearm(event: Event): void {
  for (const method of ['preventDefault', 'stopPropagation', 'stopImmediatePropagation'])
    Reflect.deleteProperty(event, method);
}

function ignore(): void {
  // The page has called a method of an event that is not for it to end.
}

function leave(event: Event, host: Element): void {
  const { type, constructor } = event;
  if (HEARD.includes(type) && type !== 'mousedown') {
    // Routers of pages follow links, those in the chat too.
    if (!isOnLink(event)) disarm(event);
    return;
  }
  event.stopPropagation();
  // A copy: `document.onmousedown = () => false` calls no method, and would keep focus and selection from the chat.
  if (type === 'mousedown') host.dispatchEvent(Reflect.construct(constructor, [type, event]) as Event);
}

function isOnLink(event: Event): boolean {
  return event.composedPath().some((target) => target instanceof HTMLAnchorElement);
}

/** Whether an event in the chat is a key that does nothing there. */
function isForPage(event: Event, target: EventTarget | null): boolean {
  if (!event.type.startsWith('key')) return false;
  // A browser that fills a form fires key events without a key.
  return !(event instanceof KeyboardEvent) || !isUsed(event, target);
}

/** Whether a key writes, edits, scrolls or presses where it is pressed. Escape, Tab and other commands (Ctrl+K) do not. */
function isUsed(event: KeyboardEvent, target: EventTarget | null): boolean {
  // Every key of an input method is its own, also the Escape that ends a composition.
  if (event.isComposing) return true;
  const { key, code } = event;
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  // AltGr, by which many layouts write "@", is Ctrl+Alt on Windows.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) {
    // Ctrl+C of a Greek keyboard has the key "ψ" and the code "KeyC".
    const name = /^[ -~]/.test(key) ? key : code.slice(-1);
    return (isField ? EDITING : COPYING).test(name);
  }
  return isField ? key !== 'Escape' && key !== 'Tab' : PRESSING.test(key);
}

/**
 * Keeps focus in the chat while the page shows a modal. Most libraries (Bootstrap, jQuery UI, focus-trap, Radix, MUI) listen in the
 * document for focus outside of their modal and pull it back: what a visitor typed into the chat went into the modal's field. At
 * all other times the page hears of focus: its menus close by it, and tools such as spelling checkers begin.
 */
function handleFocus(event: FocusEvent, host: Element, isOwn: (target: unknown) => boolean): void {
  const [origin] = event.composedPath();
  const { type, bubbles, relatedTarget } = event;
  const isLost = relatedTarget === host && (type === 'blur' || type === 'focusout');
  if (!(isOwn(origin) || isLost) || !isModalShown(host)) return;
  event.stopPropagation();
  // A copy that stays in the chat. The element of the page that loses focus to the chat gets one that tells no destination: its
  // listeners still validate and save, and Radix pulls focus back only from a known element.
  const init = isOwn(origin) ? { bubbles, relatedTarget } : { bubbles, composed: true };
  origin?.dispatchEvent(new FocusEvent(type, init));
}

/** Whether the page shows a modal that the chat is not part of. */
function isModalShown(host: Element): boolean {
  const isShown = (modal: Element): boolean => !modal.contains(host) && modal.getClientRects().length > 0;
  return [...document.querySelectorAll(MODALS)].some(isShown);
}
