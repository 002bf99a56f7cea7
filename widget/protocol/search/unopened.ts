/**
 * Message for console and doctor: the floating chat has a search index, but no backend that answers, and nothing that opens
 * the search.
 */
export const NO_OPENER = {
  problem:
    'The chat has an index to search and no endpoint, and nothing opens the search, so it shows nothing.',
  remedy:
    'Set hotkey="mod+k", or open-on="#search" with a selector of your own field or button; on a script tag with data- before them. Where a script calls search(), set mode="search".',
} as const;

/** The settings of a chat that decide whether its search can be opened. */
interface Openable {
  readonly mode: string;
  /** Whether the chat has an endpoint, a transport of the page, or an index that answers. */
  readonly canAnswer: boolean;
  readonly hotkey: string;
  readonly openOn: string;
}

/** Whether a chat shows nothing: it has no launcher, because nothing answers, and no hotkey or element opens its search. */
export function hasNoOpener({ mode, canAnswer, hotkey, openOn }: Openable): boolean {
  return mode === 'floating' && !canAnswer && hotkey === '' && openOn === '';
}
