/** Classes by which session recorders leave an element out: rrweb, Sentry, PostHog, FullStory. */
const CLASSES = ['rr-block', 'sentry-block', 'ph-no-capture', 'fs-exclude'];

/**
 * Attributes by which they do: Sentry, Microsoft Clarity, Hotjar (https://help.hotjar.com/hc/en-us/articles/115012439167; it holds
 * for all that is inside), Datadog.
 */
const ATTRIBUTES = {
  'data-sentry-block': '',
  'data-clarity-mask': 'true',
  'data-hj-suppress': '',
  'data-dd-privacy': 'hidden',
};

/**
 * Marks an element so that session recorders of the page leave it and all inside of it out, or takes the marks off. Recorders look
 * for them among the ancestors of a node, and not beyond its shadow root: the element has to be in the root of what is hidden.
 */
export function markForRecorders(element: Element, isRecorded: boolean): void {
  for (const name of CLASSES) element.classList.toggle(name, !isRecorded);
  for (const [name, value] of Object.entries(ATTRIBUTES)) {
    if (isRecorded) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}
