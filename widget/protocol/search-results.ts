/** An excerpt of a page's text. */
export interface Snippet {
  readonly text: string;
  /** Positions of the words that were searched for, in UTF-16 code units; `end` is exclusive. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** A section of a page, as a search result. */
export interface FoundHeading {
  readonly title: string;
  /** The address of the section on its page. */
  readonly url: string;
  readonly snippet?: Snippet;
}

/** A page, as a search result. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  /** The position of the page in its site, from the top; empty at the top. */
  readonly breadcrumb: readonly string[];
  readonly snippet: Snippet;
  /** The best sections of the page, at most three. The page's `snippet` comes from the first one, which then has none itself. */
  readonly headings: readonly FoundHeading[];
}

/** The result of a search for pages. */
export interface SearchResults {
  /** The best result first. */
  readonly results: readonly FoundPage[];
  /** The words actually searched for, where the question was misspelt. */
  readonly corrected?: string;
}
