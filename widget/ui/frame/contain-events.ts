const KEYS = ['keydown', 'keypress', 'keyup'];

/** Events of the chat's own text and scrolling, which do not reach the page. */
const CONTAINED = [
  ...['beforeinput', 'selectstart', 'contextmenu', 'dragstart', 'copy', 'cut', 'paste'],
  ...['wheel', 'touchstart', 'touchmove', 'touchend', 'touchcancel'],
];

/** Events that reach the page, for example so that it closes its menus. */
const PASSED_ON = ['pointerdown', 'mousedown', 'mouseup', 'click'];

const FOCUS_EVENTS = ['focus', 'focusin', 'blur', 'focusout'] as const;

/** Selects modals of the page, as their libraries mark them; Magnific Popup sets no role. */
const MODALS = ':is([aria-modal=true],[role=dialog],[role=alertdialog],dialog[open],.mfp-wrap)';

/** Keys that edit a text together with Control or Command; and those that work on selected text outside a text field. */
const EDITING = /^(?:[acvxyz]|Arrow.*|Backspace|Delete|Home|End|Insert)$/i;
const COPYING = /^(?:[ac]|Insert)$/i;

/** Keys that press a button, and keys that scroll. */
const PRESSING = /^(?: |Enter|Arrow.*|Page.*|Home|End)$/;

/**
 * Contains events that begin in the chat's own controls. Outside the shadow root their target is the chat element, which pages
 * take neither for a text field nor for a button: pages ran shortcuts, scrolled, and prevented visitors from typing, selecting
 * and pressing. So events of typing, selecting and scrolling stay in the chat. The page receives presses, but cannot cancel
 * them.
 *
 * @param host the chat element
 * @param root its shadow root, in which the events work as usual
 */
export function containEvents(host: Element, root: ShadowRoot, signal: AbortSignal): void {
  const isOwn = (target: unknown): boolean => target instanceof Node && target.getRootNode() === root;
  const isContained = (event: Event): boolean => {
    const path = event.composedPath();
    const [target = null] = path;
    if (isOwn(target)) return !isForPage(event, target);
    // Slotted content belongs to the page. But scripts of the page must not scroll the page while it is used.
    return path.includes(root) && /^wheel|move$/.test(event.type);
  };
  for (const type of [...KEYS, ...CONTAINED, ...PASSED_ON]) {
    const options = { capture: true, passive: true, signal };
    // On the window, before capturing listeners of the document, which FastClick and some copy protection scripts use.
    addEventListener(type, (event) => isContained(event) && disableMethods(event), options);
    root.addEventListener(type, restoreMethods, options);
    const handleLeaving = (event: Event): void => {
      if (isContained(event)) passToPage(event, host);
    };
    root.addEventListener(type, handleLeaving, { passive: true, signal });
  }
  for (const type of FOCUS_EVENTS)
    // On the window as well, before capturing listeners of the document, which jQuery 3 and focus-trap use.
    addEventListener(type, (event) => handleFocus(event, host, isOwn), { capture: true, signal });
}

/** The same for keys only, around a text field that exists before the panel. */
export function containKeys(room: HTMLElement): void {
  for (const type of KEYS)
    room.addEventListener(type, (event) => {
      if (!isForPage(event, event.target)) event.stopPropagation();
    });
}

/** Removes the effect of methods that a page's listener may call on an event. */
export function disableMethods(event: Event): void {
  Object.assign(event, { preventDefault: ignore, stopPropagation: ignore, stopImmediatePropagation: ignore });
}

/** Restores the methods for the chat's own listeners. */
function restoreMethods(event: Event): void {
  for (const method of ['preventDefault', 'stopPropagation', 'stopImmediatePropagation'])
    Reflect.deleteProperty(event, method);
}

function ignore(): void {
  // A listener of the page has called a method; it has no effect.
}

function passToPage(event: Event, host: Element): void {
  const { type, constructor } = event;
  if (PASSED_ON.includes(type) && type !== 'mousedown') {
    // Routers of the page handle clicks on links, also in the chat.
    if (!isOnLink(event)) disableMethods(event);
    return;
  }
  event.stopPropagation();
  // The page gets a copy: `document.onmousedown = () => false` cancels the event without calling a method, and would prevent
  // focus and selection in the chat.
  if (type === 'mousedown') host.dispatchEvent(Reflect.construct(constructor, [type, event]) as Event);
}

function isOnLink(event: Event): boolean {
  return event.composedPath().some((target) => target instanceof HTMLAnchorElement);
}

/** Whether an event in the chat is a key press without a function there, so that the page may handle it. */
function isForPage(event: Event, target: EventTarget | null): boolean {
  if (!event.type.startsWith('key')) return false;
  // When the browser fills a form, it fires key events without a key.
  return !(event instanceof KeyboardEvent) || !isUsedByTarget(event, target);
}

/**
 * Whether a key press writes, edits, scrolls or presses something at its target. False for Escape, Tab and other commands
 * (Ctrl+K).
 */
function isUsedByTarget(event: KeyboardEvent, target: EventTarget | null): boolean {
  // During a composition every key belongs to the input method, also the Escape that ends it.
  if (event.isComposing) return true;
  const { key, code } = event;
  const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  // On Windows AltGr, which many layouts need for "@", is reported as Ctrl+Alt.
  if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) {
    // On a Greek keyboard Ctrl+C has the key "ψ" but the code "KeyC".
    const name = /^[ -~]/.test(key) ? key : code.slice(-1);
    return (isField ? EDITING : COPYING).test(name);
  }
  return isField ? key !== 'Escape' && key !== 'Tab' : PRESSING.test(key);
}

/**
 * Keeps focus in the chat while the page shows a modal. Most libraries (Bootstrap, jQuery UI, focus-trap, Radix, MUI) listen
 * in the document for focus outside their modal and pull it back: text typed into the chat went into the modal's field.
 * Without a modal the page receives focus events: its menus close on them, and tools such as spelling checkers start.
 */
function handleFocus(event: FocusEvent, host: Element, isOwn: (target: unknown) => boolean): void {
  const [origin] = event.composedPath();
  const { type, bubbles, relatedTarget } = event;
  const isLost = relatedTarget === host && (type === 'blur' || type === 'focusout');
  if (!(isOwn(origin) || isLost) || !isModalShown(host)) return;
  event.stopPropagation();
  // Inside the chat: a copy that stays there. For an element of the page that loses focus to the chat: a copy without
  // `relatedTarget`. Its listeners can still validate and save, and Radix pulls focus back only if it knows where focus went.
  const init = isOwn(origin) ? { bubbles, relatedTarget } : { bubbles, composed: true };
  origin?.dispatchEvent(new FocusEvent(type, init));
}

/** Whether the page shows a modal that does not contain the chat. */
function isModalShown(host: Element): boolean {
  const isShown = (modal: Element): boolean => !modal.contains(host) && modal.getClientRects().length > 0;
  return [...document.querySelectorAll(MODALS)].some(isShown);
}
