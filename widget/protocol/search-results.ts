/** A stretch of a page's text. */
export interface Snippet {
  readonly text: string;
  /** The words that were searched for: first and last index plus one of each, in units of UTF-16. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** A section of a page that was found. */
export interface FoundHeading {
  readonly title: string;
  /** Opens the page at the section. */
  readonly url: string;
  readonly snippet?: Snippet;
}

/** A page that was found. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  /** Where the page stands on its site, from the top; empty at the top. */
  readonly breadcrumb: readonly string[];
  readonly snippet: Snippet;
  /** Its best sections, three at most; `snippet` is of the first, which then has none of its own. */
  readonly headings: readonly FoundHeading[];
}

/** What a search for pages answers. */
export interface SearchResults {
  /** Best first. */
  readonly results: readonly FoundPage[];
  /** What was searched for in place of a misspelt question. */
  readonly corrected?: string;
}
