/** Why a floating chat shows nothing that has an index to search, and nothing that answers: for console and doctor. */
export const UNOPENED = {
  problem:
    'The chat has an index to search and no endpoint, and nothing opens the search, so it shows nothing.',
  remedy:
    'Set hotkey="mod+k", or open-on="#search" with a selector of your own field or button; on a script tag with data- before them. Where a script calls search(), set mode="search".',
} as const;
