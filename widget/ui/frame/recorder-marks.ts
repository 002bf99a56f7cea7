/** Classes of elements that session recorders leave out: rrweb, Sentry, PostHog, FullStory. */
const CLASSES = ['rr-block', 'sentry-block', 'ph-no-capture', 'fs-exclude'];

/**
 * Attributes of elements that session recorders leave out: Sentry, Microsoft Clarity, Hotjar
 * (https://help.hotjar.com/hc/en-us/articles/115012439167; includes all descendants), Datadog.
 */
const RECORDER_ATTRIBUTES = {
  'data-sentry-block': '',
  'data-clarity-mask': 'true',
  'data-hj-suppress': '',
  'data-dd-privacy': 'hidden',
};

/**
 * Marks an element so that session recorders of the page leave it and its descendants out, or removes the marks. Recorders
 * look for the marks on the ancestors of a node, but only within its shadow root. So the element must be inside the same
 * shadow root.
 */
export function markForRecorders(element: Element, isRecorded: boolean): void {
  for (const name of CLASSES) element.classList.toggle(name, !isRecorded);
  for (const [name, value] of Object.entries(RECORDER_ATTRIBUTES)) {
    if (isRecorded) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}
