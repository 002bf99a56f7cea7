/** The modals of pages, as their libraries mark them; Magnific Popup gives its own no role. */
const MODALS = ':is([aria-modal=true],[role=dialog],[role=alertdialog],dialog[open],.mfp-wrap)';

const FOCUS_EVENTS = ['focus', 'focusin', 'blur', 'focusout'] as const;

/**
 * Keeps focus in the chat while the page shows a modal. Most libraries (Bootstrap, jQuery UI, focus-trap, Radix, MUI) listen in the
 * document for focus outside of their modal and pull it back: what a visitor typed into the chat went into the modal's field. So
 * the document does not hear of focus in the chat while a modal is shown; at all other times it hears everything.
 *
 * @param host the chat
 * @param root its shadow root, in which the events go on
 */
export function containFocus(host: Element, root: ShadowRoot, signal: AbortSignal): void {
  for (const type of FOCUS_EVENTS)
    // At the window, before the document's capturing listeners: jQuery 3 and focus-trap have theirs there.
    addEventListener(type, (event) => handleFocus(event, host, root), { capture: true, signal });
}

function handleFocus(event: FocusEvent, host: Element, root: ShadowRoot): void {
  const [origin] = event.composedPath();
  const { type, bubbles, relatedTarget } = event;
  const isOwn = origin instanceof Node && origin.getRootNode() === root;
  const isLost = relatedTarget === host && (type === 'blur' || type === 'focusout');
  if (!(isOwn || isLost) || !isModalShown(host)) return;
  event.stopPropagation();
  // A copy that stays in the chat. The element of the page that loses focus to the chat gets one that tells no destination: its
  // listeners still validate and save, and Radix pulls focus back only from a known element.
  const init = isOwn ? { bubbles, relatedTarget } : { bubbles, composed: true };
  origin?.dispatchEvent(new FocusEvent(type, init));
}

/** Whether the page shows a modal that the chat is not part of. */
function isModalShown(host: Element): boolean {
  const isShown = (modal: Element): boolean => !modal.contains(host) && modal.getClientRects().length > 0;
  return [...document.querySelectorAll(MODALS)].some(isShown);
}
