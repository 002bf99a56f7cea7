import type { ChatHost } from '../shell/chat-panel.ts';

/** What is more comfortable to read with adornments: the elements they are for, and a long transcript. */
const NEEDING = 'pre,table,input,blockquote,.message:nth-child(9)';

const ADORNED = new WeakSet<Element>();

/**
 * Loads the adornments when the first thing they are for is drawn in a panel's root. Nothing waits for
 * them, and without them an answer is only plainer. Call after each update; an answer is drawn in the frame.
 */
export function adornWhenNeeded(host: ChatHost, root: HTMLElement, signal: AbortSignal): void {
  if (ADORNED.has(root)) return;
  requestAnimationFrame(() => {
    if (ADORNED.has(root) || !root.querySelector(NEEDING)) return;
    ADORNED.add(root);
    import('./adornments.ts').then(
      ({ Adornments }) => signal.aborted || new Adornments(host, root, signal),
      () => undefined,
    );
  });
}
