/** Why a floating chat shows nothing that has an index to search, and nothing that answers: for console and doctor. */
export const UNOPENED = {
  problem:
    'The chat has an index to search and no endpoint, and nothing opens the search, so it shows nothing.',
  remedy:
    'Set hotkey="mod+k", or open-on="#search" with a selector of your own field or button; on a script tag with data- before them. Where a script calls search(), set mode="search".',
} as const;

/** The settings of a chat that decide whether its search can be opened. */
interface Openable {
  readonly mode: string;
  /** It has an endpoint, a transport of the page's own, or an index that answers. */
  readonly canAnswer: boolean;
  readonly hotkey: string;
  readonly openOn: string;
}

/** Whether a chat has no launcher, which needs something that answers, and nothing else that opens its search. */
export function isUnopened({ mode, canAnswer, hotkey, openOn }: Openable): boolean {
  return mode === 'floating' && !canAnswer && hotkey === '' && openOn === '';
}
