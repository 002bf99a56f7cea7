/** Between the name of a page and that of its site. */
export const TITLE_PARTS = / [|·•–—\-»«:]+ /;

/** The text under one heading. The anchor is empty where the document has none. */
export interface Section {
  readonly heading: string;
  readonly anchor: string;
  readonly blocks: string[];
}

/** A page as the index sees it. */
export interface WebPage {
  /** Where it is read: the address at the end of redirects. */
  readonly url: string;
  /** The address that it names as its own, absolute; the same as `url` where it names none. */
  readonly canonical: string;
  readonly title: string;
  /** What its window is called, if not so. */
  readonly windowTitle?: string;
  /** Lines of its head and foot that tell how to reach the owner. */
  readonly contact?: readonly string[];
  /** A BCP 47 tag such as `de-AT`; empty where the page does not say. */
  readonly language: string;
  readonly sections: readonly Section[];
}

/** A page, or why its text is not wanted, and the links on it that may be followed. */
export interface Reading {
  readonly page?: WebPage;
  /** In words for the report, such as `noindex`. */
  readonly reason?: string;
  /** Where a redirect leads, or a page without text that sends its readers on by itself; absolute. */
  readonly location?: string | undefined;
  readonly links: readonly string[];
  /** Its translations, and the address that it names as canonical. */
  readonly related: readonly string[];
}

/** An address without a page in the index. */
export interface LeftOut {
  readonly url: string;
  /** In words for the report. */
  readonly reason: string;
}
